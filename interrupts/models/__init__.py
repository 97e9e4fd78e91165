from .connection import Connection, SigningIn
from .event import Event
from .feedback import Feedback
from .profile import Profile
from .question import Delivery, Draft, Interrupt
from .run import Round, Run, ToolCall
from .server import INSIDE, Definition, Rule, Server, Tool
from .stored import File, Stored
from .thread import Message, Summary, Thread
from .tools import AccessToken, Nonce
from .worker import Worker
from .writing import Writing

__all__ = [
    "INSIDE",
    "AccessToken",
    "Connection",
    "Definition",
    "Delivery",
    "Draft",
    "Event",
    "Feedback",
    "File",
    "Interrupt",
    "Message",
    "Nonce",
    "Profile",
    "Round",
    "Rule",
    "Run",
    "Server",
    "SigningIn",
    "Stored",
    "Summary",
    "Thread",
    "Tool",
    "ToolCall",
    "Worker",
    "Writing",
]
