"""Waking workers through Procrastinate. Found by its Django app, so only where that is installed.

A job carries nothing but a hint: the Run rows say what is due, and every worker claims by them. That is why a job may
be lost, doubled or stuck without harm, and why there is no ``lock=``: a killed job's lock would hold up a run for ever.
"""

from procrastinate import JobContext
from procrastinate.contrib.django import app

from interrupts import push

STALLED_AFTER = 30.0


@app.task(name="interrupts.wake", queue="interrupts", queueing_lock="interrupts.wake")
def wake() -> None:
    """Have this worker's engine look at the rows now. At least once; doing it twice changes nothing."""
    push.call_wakers()


@app.periodic(cron="* * * * *")
@app.task(
    name="interrupts.retry_stalled", queue="interrupts", queueing_lock="interrupts.retry_stalled", pass_context=True
)
async def retry_stalled(context: JobContext, timestamp: int) -> None:
    """Jobs of workers that were killed would stand as running for ever; the next worker takes them up."""
    manager = context.app.job_manager
    for job in await manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_AFTER):
        await manager.retry_job(job)
