--
-- PostgreSQL database dump
--


-- Dumped from database version 15.20 (Debian 15.20-0+deb12u1)
-- Dumped by pg_dump version 15.20 (Debian 15.20-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: procrastinate_job_event_type; Type: TYPE; Schema: public; Owner: -
--

CREATE TYPE public.procrastinate_job_event_type AS ENUM (
    'deferred',
    'started',
    'deferred_for_retry',
    'failed',
    'succeeded',
    'cancelled',
    'abort_requested',
    'aborted',
    'scheduled',
    'retried'
);


--
-- Name: procrastinate_job_status; Type: TYPE; Schema: public; Owner: -
--

CREATE TYPE public.procrastinate_job_status AS ENUM (
    'todo',
    'doing',
    'succeeded',
    'failed',
    'cancelled',
    'aborting',
    'aborted'
);


--
-- Name: procrastinate_job_to_defer_v1; Type: TYPE; Schema: public; Owner: -
--

CREATE TYPE public.procrastinate_job_to_defer_v1 AS (
	queue_name character varying,
	task_name character varying,
	priority integer,
	lock text,
	queueing_lock text,
	args jsonb,
	scheduled_at timestamp with time zone
);


--
-- Name: interrupts_event_refuse(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.interrupts_event_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF current_setting('interrupts.retention', true) = 'on' AND TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit is append-only';
END $$;


--
-- Name: procrastinate_cancel_job_v1(bigint, boolean, boolean); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_cancel_job_v1(job_id bigint, abort boolean, delete_job boolean) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
    _job_id bigint;
BEGIN
    IF delete_job THEN
        DELETE FROM procrastinate_jobs
        WHERE id = job_id AND status = 'todo'
        RETURNING id INTO _job_id;
    END IF;
    IF _job_id IS NULL THEN
        IF abort THEN
            UPDATE procrastinate_jobs
            SET abort_requested = true,
                status = CASE status
                    WHEN 'todo' THEN 'cancelled'::procrastinate_job_status ELSE status
                END
            WHERE id = job_id AND status IN ('todo', 'doing')
            RETURNING id INTO _job_id;
        ELSE
            UPDATE procrastinate_jobs
            SET status = 'cancelled'::procrastinate_job_status
            WHERE id = job_id AND status = 'todo'
            RETURNING id INTO _job_id;
        END IF;
    END IF;
    RETURN _job_id;
END;
$$;


--
-- Name: procrastinate_defer_jobs_v1(public.procrastinate_job_to_defer_v1[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_defer_jobs_v1(jobs public.procrastinate_job_to_defer_v1[]) RETURNS bigint[]
    LANGUAGE plpgsql
    AS $$
DECLARE
    job_ids bigint[];
BEGIN
    WITH inserted_jobs AS (
        INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, queueing_lock, args, scheduled_at)
        SELECT (job).queue_name,
               (job).task_name,
               (job).priority,
               (job).lock,
               (job).queueing_lock,
               (job).args,
               (job).scheduled_at
        FROM unnest(jobs) AS job
        RETURNING id
    )
    SELECT array_agg(id) FROM inserted_jobs INTO job_ids;

    RETURN job_ids;
END;
$$;


--
-- Name: procrastinate_defer_periodic_job_v2(character varying, character varying, character varying, character varying, integer, character varying, bigint, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_defer_periodic_job_v2(_queue_name character varying, _lock character varying, _queueing_lock character varying, _task_name character varying, _priority integer, _periodic_id character varying, _defer_timestamp bigint, _args jsonb) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
	_job_id bigint;
	_defer_id bigint;
BEGIN
    INSERT
        INTO procrastinate_periodic_defers (task_name, periodic_id, defer_timestamp)
        VALUES (_task_name, _periodic_id, _defer_timestamp)
        ON CONFLICT DO NOTHING
        RETURNING id into _defer_id;

    IF _defer_id IS NULL THEN
        RETURN NULL;
    END IF;

    UPDATE procrastinate_periodic_defers
        SET job_id = (
            SELECT COALESCE((
                SELECT unnest(procrastinate_defer_jobs_v1(
                    ARRAY[
                        ROW(
                            _queue_name,
                            _task_name,
                            _priority,
                            _lock,
                            _queueing_lock,
                            _args,
                            NULL::timestamptz
                        )
                    ]::procrastinate_job_to_defer_v1[]
                ))
            ), NULL)
        )
        WHERE id = _defer_id
        RETURNING job_id INTO _job_id;

    DELETE
        FROM procrastinate_periodic_defers
        USING (
            SELECT id
            FROM procrastinate_periodic_defers
            WHERE procrastinate_periodic_defers.task_name = _task_name
            AND procrastinate_periodic_defers.periodic_id = _periodic_id
            AND procrastinate_periodic_defers.defer_timestamp < _defer_timestamp
            ORDER BY id
            FOR UPDATE
        ) to_delete
        WHERE procrastinate_periodic_defers.id = to_delete.id;

    RETURN _job_id;
END;
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: procrastinate_jobs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.procrastinate_jobs (
    id bigint NOT NULL,
    queue_name character varying(128) NOT NULL,
    task_name character varying(128) NOT NULL,
    lock text,
    args jsonb DEFAULT '{}'::jsonb NOT NULL,
    status public.procrastinate_job_status DEFAULT 'todo'::public.procrastinate_job_status NOT NULL,
    scheduled_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    queueing_lock text,
    priority integer DEFAULT 0 NOT NULL,
    abort_requested boolean DEFAULT false NOT NULL,
    worker_id bigint,
    CONSTRAINT check_not_todo_abort_requested CHECK ((NOT ((status = 'todo'::public.procrastinate_job_status) AND (abort_requested = true))))
);


--
-- Name: procrastinate_fetch_job_v2(character varying[], bigint); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_fetch_job_v2(target_queue_names character varying[], p_worker_id bigint) RETURNS public.procrastinate_jobs
    LANGUAGE plpgsql
    AS $$
DECLARE
	found_jobs procrastinate_jobs;
BEGIN
    WITH candidate AS (
        SELECT jobs.*
            FROM procrastinate_jobs AS jobs
            WHERE
                -- reject the job if its lock has earlier or higher priority jobs
                NOT EXISTS (
                    SELECT 1
                        FROM procrastinate_jobs AS other_jobs
                        WHERE
                            jobs.lock IS NOT NULL
                            AND other_jobs.lock = jobs.lock
                            AND (
                                -- job with same lock is already running
                                other_jobs.status = 'doing'
                                OR
                                -- job with same lock is waiting and has higher priority (or same priority but was queued first)
                                (
                                    other_jobs.status = 'todo'
                                    AND (
                                        other_jobs.priority > jobs.priority
                                        OR (
                                        other_jobs.priority = jobs.priority
                                        AND other_jobs.id < jobs.id
                                        )
                                    )
                                )
                            )
                )
                AND jobs.status = 'todo'
                AND (target_queue_names IS NULL OR jobs.queue_name = ANY( target_queue_names ))
                AND (jobs.scheduled_at IS NULL OR jobs.scheduled_at <= now())
            ORDER BY jobs.priority DESC, jobs.id ASC LIMIT 1
            FOR UPDATE OF jobs SKIP LOCKED
    )
    UPDATE procrastinate_jobs
        SET status = 'doing', worker_id = p_worker_id
        FROM candidate
        WHERE procrastinate_jobs.id = candidate.id
        RETURNING procrastinate_jobs.* INTO found_jobs;

 RETURN found_jobs;
END;
$$;


--
-- Name: procrastinate_finish_job_v1(bigint, public.procrastinate_job_status, boolean); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_finish_job_v1(job_id bigint, end_status public.procrastinate_job_status, delete_job boolean) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    _job_id bigint;
BEGIN
    IF end_status NOT IN ('succeeded', 'failed', 'aborted') THEN
        RAISE 'End status should be either "succeeded", "failed" or "aborted" (job id: %)', job_id;
    END IF;
    IF delete_job THEN
        DELETE FROM procrastinate_jobs
        WHERE id = job_id AND status IN ('todo', 'doing')
        RETURNING id INTO _job_id;
    ELSE
        UPDATE procrastinate_jobs
        SET status = end_status,
            abort_requested = false,
            attempts = CASE status
                WHEN 'doing' THEN attempts + 1 ELSE attempts
            END
        WHERE id = job_id AND status IN ('todo', 'doing')
        RETURNING id INTO _job_id;
    END IF;
    IF _job_id IS NULL THEN
        RAISE 'Job was not found or not in "doing" or "todo" status (job id: %)', job_id;
    END IF;
END;
$$;


--
-- Name: procrastinate_notify_queue_abort_job_v1(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_notify_queue_abort_job_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    payload TEXT;
BEGIN
    SELECT json_build_object('type', 'abort_job_requested', 'job_id', NEW.id)::text INTO payload;
	PERFORM pg_notify('procrastinate_queue_v1#' || NEW.queue_name, payload);
	PERFORM pg_notify('procrastinate_any_queue_v1', payload);
	RETURN NEW;
END;
$$;


--
-- Name: procrastinate_notify_queue_job_inserted_v1(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_notify_queue_job_inserted_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    payload TEXT;
BEGIN
    SELECT json_build_object('type', 'job_inserted', 'job_id', NEW.id)::text INTO payload;
	PERFORM pg_notify('procrastinate_queue_v1#' || NEW.queue_name, payload);
	PERFORM pg_notify('procrastinate_any_queue_v1', payload);
	RETURN NEW;
END;
$$;


--
-- Name: procrastinate_prune_stalled_workers_v1(double precision); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_prune_stalled_workers_v1(seconds_since_heartbeat double precision) RETURNS TABLE(worker_id bigint)
    LANGUAGE plpgsql
    AS $$
BEGIN
    RETURN QUERY
    DELETE FROM procrastinate_workers
    WHERE last_heartbeat < NOW() - (seconds_since_heartbeat || 'SECOND')::INTERVAL
    RETURNING procrastinate_workers.id;
END;
$$;


--
-- Name: procrastinate_register_worker_v1(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_register_worker_v1() RETURNS TABLE(worker_id bigint)
    LANGUAGE plpgsql
    AS $$
BEGIN
    RETURN QUERY
    INSERT INTO procrastinate_workers DEFAULT VALUES
    RETURNING procrastinate_workers.id;
END;
$$;


--
-- Name: procrastinate_retry_job_v1(bigint, timestamp with time zone, integer, character varying, character varying); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_retry_job_v1(job_id bigint, retry_at timestamp with time zone, new_priority integer, new_queue_name character varying, new_lock character varying) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    _job_id bigint;
    _abort_requested boolean;
BEGIN
    SELECT abort_requested FROM procrastinate_jobs
    WHERE id = job_id AND status = 'doing'
    FOR UPDATE
    INTO _abort_requested;
    IF _abort_requested THEN
        UPDATE procrastinate_jobs
        SET status = 'failed'::procrastinate_job_status
        WHERE id = job_id AND status = 'doing'
        RETURNING id INTO _job_id;
    ELSE
        UPDATE procrastinate_jobs
        SET status = 'todo'::procrastinate_job_status,
            attempts = attempts + 1,
            scheduled_at = retry_at,
            priority = COALESCE(new_priority, priority),
            queue_name = COALESCE(new_queue_name, queue_name),
            lock = COALESCE(new_lock, lock)
        WHERE id = job_id AND status = 'doing'
        RETURNING id INTO _job_id;
    END IF;

    IF _job_id IS NULL THEN
        RAISE 'Job was not found or not in "doing" status (job id: %)', job_id;
    END IF;
END;
$$;


--
-- Name: procrastinate_retry_job_v2(bigint, timestamp with time zone, integer, character varying, character varying); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_retry_job_v2(job_id bigint, retry_at timestamp with time zone, new_priority integer, new_queue_name character varying, new_lock character varying) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    _job_id bigint;
    _abort_requested boolean;
    _current_status procrastinate_job_status;
BEGIN
    SELECT status, abort_requested FROM procrastinate_jobs
    WHERE id = job_id AND status IN ('doing', 'failed')
    FOR UPDATE
    INTO _current_status, _abort_requested;
    IF _current_status = 'doing' AND _abort_requested THEN
        UPDATE procrastinate_jobs
        SET status = 'failed'::procrastinate_job_status
        WHERE id = job_id AND status = 'doing'
        RETURNING id INTO _job_id;
    ELSE
        UPDATE procrastinate_jobs
        SET status = 'todo'::procrastinate_job_status,
            attempts = attempts + 1,
            scheduled_at = retry_at,
            priority = COALESCE(new_priority, priority),
            queue_name = COALESCE(new_queue_name, queue_name),
            lock = COALESCE(new_lock, lock)
        WHERE id = job_id AND status IN ('doing', 'failed')
        RETURNING id INTO _job_id;
    END IF;

    IF _job_id IS NULL THEN
        RAISE 'Job was not found or has an invalid status to retry (job id: %)', job_id;
    END IF;

END;
$$;


--
-- Name: procrastinate_trigger_abort_requested_events_procedure_v1(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_trigger_abort_requested_events_procedure_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO procrastinate_events(job_id, type)
        VALUES (NEW.id, 'abort_requested'::procrastinate_job_event_type);
    RETURN NEW;
END;
$$;


--
-- Name: procrastinate_trigger_function_scheduled_events_v1(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_trigger_function_scheduled_events_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO procrastinate_events(job_id, type, at)
        VALUES (NEW.id, 'scheduled'::procrastinate_job_event_type, NEW.scheduled_at);

	RETURN NEW;
END;
$$;


--
-- Name: procrastinate_trigger_function_status_events_insert_v1(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_trigger_function_status_events_insert_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO procrastinate_events(job_id, type)
        VALUES (NEW.id, 'deferred'::procrastinate_job_event_type);
	RETURN NEW;
END;
$$;


--
-- Name: procrastinate_trigger_function_status_events_update_v1(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_trigger_function_status_events_update_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    WITH t AS (
        SELECT CASE
            WHEN OLD.status = 'todo'::procrastinate_job_status
                AND NEW.status = 'doing'::procrastinate_job_status
                THEN 'started'::procrastinate_job_event_type
            WHEN OLD.status = 'doing'::procrastinate_job_status
                AND NEW.status = 'todo'::procrastinate_job_status
                THEN 'deferred_for_retry'::procrastinate_job_event_type
            WHEN OLD.status = 'doing'::procrastinate_job_status
                AND NEW.status = 'failed'::procrastinate_job_status
                THEN 'failed'::procrastinate_job_event_type
            WHEN OLD.status = 'doing'::procrastinate_job_status
                AND NEW.status = 'succeeded'::procrastinate_job_status
                THEN 'succeeded'::procrastinate_job_event_type
            WHEN OLD.status = 'todo'::procrastinate_job_status
                AND (
                    NEW.status = 'cancelled'::procrastinate_job_status
                    OR NEW.status = 'failed'::procrastinate_job_status
                    OR NEW.status = 'succeeded'::procrastinate_job_status
                )
                THEN 'cancelled'::procrastinate_job_event_type
            WHEN OLD.status = 'doing'::procrastinate_job_status
                AND NEW.status = 'aborted'::procrastinate_job_status
                THEN 'aborted'::procrastinate_job_event_type
            WHEN OLD.status = 'failed'::procrastinate_job_status
                AND NEW.status = 'todo'::procrastinate_job_status
                THEN 'retried'::procrastinate_job_event_type
            ELSE NULL
        END as event_type
    )
    INSERT INTO procrastinate_events(job_id, type)
        SELECT NEW.id, t.event_type
        FROM t
        WHERE t.event_type IS NOT NULL;
	RETURN NEW;
END;
$$;


--
-- Name: procrastinate_unlink_periodic_defers_v1(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_unlink_periodic_defers_v1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE procrastinate_periodic_defers
    SET job_id = NULL
    WHERE job_id = OLD.id;
    RETURN OLD;
END;
$$;


--
-- Name: procrastinate_unregister_worker_v1(bigint); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_unregister_worker_v1(worker_id bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM procrastinate_workers
    WHERE id = worker_id;
END;
$$;


--
-- Name: procrastinate_update_heartbeat_v1(bigint); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.procrastinate_update_heartbeat_v1(worker_id bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE procrastinate_workers
    SET last_heartbeat = NOW()
    WHERE id = worker_id;
END;
$$;


--
-- Name: auth_group; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);


--
-- Name: auth_group_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: auth_group_permissions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);


--
-- Name: auth_group_permissions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: auth_permission; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);


--
-- Name: auth_permission_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: auth_user; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.auth_user (
    id integer NOT NULL,
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    username character varying(150) NOT NULL,
    first_name character varying(150) NOT NULL,
    last_name character varying(150) NOT NULL,
    email character varying(254) NOT NULL,
    is_staff boolean NOT NULL,
    is_active boolean NOT NULL,
    date_joined timestamp with time zone NOT NULL
);


--
-- Name: auth_user_groups; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.auth_user_groups (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    group_id integer NOT NULL
);


--
-- Name: auth_user_groups_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.auth_user_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_user_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: auth_user_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.auth_user ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: auth_user_user_permissions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.auth_user_user_permissions (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    permission_id integer NOT NULL
);


--
-- Name: auth_user_user_permissions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.auth_user_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_user_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: django_admin_log; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.django_admin_log (
    id integer NOT NULL,
    action_time timestamp with time zone NOT NULL,
    object_id text,
    object_repr character varying(200) NOT NULL,
    action_flag smallint NOT NULL,
    change_message text NOT NULL,
    content_type_id integer,
    user_id integer NOT NULL,
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
);


--
-- Name: django_admin_log_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: django_content_type; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);


--
-- Name: django_content_type_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: django_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);


--
-- Name: django_migrations_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: django_session; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);


--
-- Name: interrupts_definition; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_definition (
    fingerprint character varying(80) NOT NULL,
    raw text NOT NULL
);


--
-- Name: interrupts_delivery; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_delivery (
    id bigint NOT NULL,
    handler character varying(200) NOT NULL,
    done_at timestamp with time zone,
    attempts integer NOT NULL,
    due_at timestamp with time zone NOT NULL,
    problem text NOT NULL,
    interrupt_id uuid NOT NULL,
    CONSTRAINT interrupts_delivery_attempts_check CHECK ((attempts >= 0))
);


--
-- Name: interrupts_delivery_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.interrupts_delivery ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.interrupts_delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: interrupts_draft; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_draft (
    id bigint NOT NULL,
    "values" text NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    person_id integer NOT NULL,
    interrupt_id uuid NOT NULL
);


--
-- Name: interrupts_draft_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.interrupts_draft ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.interrupts_draft_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: interrupts_event; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_event (
    id bigint NOT NULL,
    thread_id uuid,
    number integer NOT NULL,
    at timestamp with time zone NOT NULL,
    kind character varying(40) NOT NULL,
    actor character varying(200) NOT NULL,
    subject character varying(200) NOT NULL,
    data jsonb NOT NULL,
    previous character varying(64) NOT NULL,
    digest character varying(64) NOT NULL,
    CONSTRAINT interrupts_event_number_check CHECK ((number >= 0))
);


--
-- Name: interrupts_event_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.interrupts_event ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.interrupts_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: interrupts_interrupt; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_interrupt (
    id uuid NOT NULL,
    kind character varying(12) NOT NULL,
    status character varying(12) NOT NULL,
    key text NOT NULL,
    place integer NOT NULL,
    message text NOT NULL,
    explanation text NOT NULL,
    request text NOT NULL,
    schema text NOT NULL,
    prefill text NOT NULL,
    differs text NOT NULL,
    intent character varying(40) NOT NULL,
    reason character varying(60) NOT NULL,
    allowed_actions character varying(40) NOT NULL,
    fingerprint character varying(80) NOT NULL,
    server_url character varying(500) NOT NULL,
    action character varying(8) NOT NULL,
    content text NOT NULL,
    note character varying(500) NOT NULL,
    answered_at timestamp with time zone,
    door character varying(20) NOT NULL,
    "position" bigint NOT NULL,
    seq bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    answered_by_id integer,
    asked_of_id integer NOT NULL,
    round_id bigint,
    run_id bigint,
    thread_id uuid,
    tool_call_id bigint,
    CONSTRAINT interrupt_parents CHECK (((((kind)::text = ANY ((ARRAY['form'::character varying, 'url'::character varying, 'sampling'::character varying])::text[])) AND (round_id IS NOT NULL) AND (tool_call_id IS NOT NULL)) OR (((kind)::text = ANY ((ARRAY['approval'::character varying, 'outcome'::character varying, 'connect'::character varying, 'changed'::character varying])::text[])) AND (tool_call_id IS NOT NULL)) OR (((kind)::text = 'limit'::text) AND (run_id IS NOT NULL)) OR (((kind)::text = 'ask'::text) AND (run_id IS NULL)))),
    CONSTRAINT interrupt_resolved_has_action CHECK (((NOT ((status)::text = 'resolved'::text)) OR ((NOT ((action)::text = ''::text)) AND (answered_at IS NOT NULL)))),
    CONSTRAINT interrupt_status_known CHECK (((status)::text = ANY ((ARRAY['pending'::character varying, 'resolved'::character varying, 'withdrawn'::character varying, 'expired'::character varying])::text[]))),
    CONSTRAINT interrupts_interrupt_place_check CHECK ((place >= 0))
);


--
-- Name: interrupts_message; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_message (
    id bigint NOT NULL,
    "position" bigint NOT NULL,
    seq bigint NOT NULL,
    step integer,
    role character varying(12) NOT NULL,
    status character varying(12) NOT NULL,
    text text NOT NULL,
    is_error boolean NOT NULL,
    blob_format character varying(40) NOT NULL,
    blob_version smallint NOT NULL,
    blob text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    run_id bigint,
    thread_id uuid NOT NULL,
    CONSTRAINT interrupts_message_blob_version_check CHECK ((blob_version >= 0)),
    CONSTRAINT interrupts_message_step_check CHECK ((step >= 0))
);


--
-- Name: interrupts_message_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.interrupts_message ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.interrupts_message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: interrupts_round; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_round (
    id bigint NOT NULL,
    number integer NOT NULL,
    rpc_id character varying(64) NOT NULL,
    answers text NOT NULL,
    state text,
    sent_at timestamp with time zone NOT NULL,
    ended character varying(16) NOT NULL,
    ended_at timestamp with time zone,
    reply text NOT NULL,
    next_state text,
    asks_person boolean NOT NULL,
    holder character varying(64) NOT NULL,
    holder_until timestamp with time zone,
    call_id bigint NOT NULL,
    CONSTRAINT interrupts_round_number_check CHECK ((number >= 0))
);


--
-- Name: interrupts_round_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.interrupts_round ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.interrupts_round_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: interrupts_rule; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_rule (
    id bigint NOT NULL,
    effect character varying(8) NOT NULL,
    arguments jsonb NOT NULL,
    until timestamp with time zone,
    reason character varying(200) NOT NULL,
    person_id integer,
    server_id bigint,
    tool_id bigint,
    CONSTRAINT rule_names_its_subject CHECK (((server_id IS NOT NULL) OR (tool_id IS NOT NULL)))
);


--
-- Name: interrupts_rule_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.interrupts_rule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.interrupts_rule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: interrupts_run; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_run (
    id bigint NOT NULL,
    "position" bigint NOT NULL,
    seq bigint NOT NULL,
    status character varying(12) NOT NULL,
    step integer NOT NULL,
    doing character varying(200) NOT NULL,
    lease_owner character varying(64) NOT NULL,
    lease_until timestamp with time zone,
    wake_at timestamp with time zone,
    attempt integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    queued_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    message_id bigint NOT NULL,
    parent_id bigint,
    stopped_by_id integer,
    thread_id uuid NOT NULL,
    CONSTRAINT interrupts_run_attempt_check CHECK ((attempt >= 0)),
    CONSTRAINT interrupts_run_step_check CHECK ((step >= 0)),
    CONSTRAINT run_status_known CHECK (((status)::text = ANY ((ARRAY['queued'::character varying, 'running'::character varying, 'interrupted'::character varying, 'completed'::character varying, 'failed'::character varying, 'cancelled'::character varying])::text[])))
);


--
-- Name: interrupts_run_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.interrupts_run ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.interrupts_run_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: interrupts_server; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_server (
    id bigint NOT NULL,
    name character varying(60) NOT NULL,
    url character varying(500) NOT NULL,
    trusted boolean NOT NULL,
    enabled boolean NOT NULL,
    sample boolean NOT NULL,
    may_know_who boolean NOT NULL,
    headers_sealed text NOT NULL,
    call_timeout integer NOT NULL,
    time_budget integer NOT NULL,
    max_parallel integer NOT NULL,
    instructions text NOT NULL,
    era character varying(12) NOT NULL,
    checked_at timestamp with time zone,
    problem text NOT NULL,
    CONSTRAINT interrupts_server_call_timeout_check CHECK ((call_timeout >= 0)),
    CONSTRAINT interrupts_server_max_parallel_check CHECK ((max_parallel >= 0)),
    CONSTRAINT interrupts_server_time_budget_check CHECK ((time_budget >= 0))
);


--
-- Name: interrupts_server_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.interrupts_server ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.interrupts_server_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: interrupts_thread; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_thread (
    id uuid NOT NULL,
    title character varying(200) NOT NULL,
    seq bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    owner_id integer NOT NULL
);


--
-- Name: interrupts_tool; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_tool (
    id bigint NOT NULL,
    name character varying(200) NOT NULL,
    alias character varying(64) NOT NULL,
    title character varying(200) NOT NULL,
    description text NOT NULL,
    input_schema text NOT NULL,
    annotations text NOT NULL,
    raw text NOT NULL,
    fingerprint character varying(80) NOT NULL,
    contract character varying(80) NOT NULL,
    enabled boolean NOT NULL,
    read_only boolean NOT NULL,
    asks_by_itself boolean NOT NULL,
    listed boolean NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    server_id bigint NOT NULL
);


--
-- Name: interrupts_tool_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.interrupts_tool ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.interrupts_tool_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: interrupts_toolcall; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_toolcall (
    id bigint NOT NULL,
    "position" bigint NOT NULL,
    seq bigint NOT NULL,
    step integer NOT NULL,
    index integer NOT NULL,
    provider_id character varying(200) NOT NULL,
    name character varying(200) NOT NULL,
    server_name character varying(100) NOT NULL,
    tool_name character varying(200) NOT NULL,
    arguments_proposed text NOT NULL,
    arguments text NOT NULL,
    fingerprint character varying(80) NOT NULL,
    contract character varying(80) NOT NULL,
    server_url character varying(500) NOT NULL,
    status character varying(12) NOT NULL,
    result text NOT NULL,
    outcome text NOT NULL,
    wake_at timestamp with time zone,
    pauses integer NOT NULL,
    waiting_since timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    run_id bigint NOT NULL,
    server_id bigint,
    thread_id uuid NOT NULL,
    tool_id bigint,
    CONSTRAINT call_status_known CHECK (((status)::text = ANY ((ARRAY['proposed'::character varying, 'approval'::character varying, 'ready'::character varying, 'sent'::character varying, 'waiting'::character varying, 'completed'::character varying, 'failed'::character varying, 'refused'::character varying, 'unknown'::character varying, 'cancelled'::character varying])::text[]))),
    CONSTRAINT interrupts_toolcall_index_check CHECK ((index >= 0)),
    CONSTRAINT interrupts_toolcall_pauses_check CHECK ((pauses >= 0)),
    CONSTRAINT interrupts_toolcall_step_check CHECK ((step >= 0))
);


--
-- Name: interrupts_toolcall_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.interrupts_toolcall ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.interrupts_toolcall_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: interrupts_worker; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.interrupts_worker (
    id bigint NOT NULL,
    name character varying(64) NOT NULL,
    version character varying(40) NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL
);


--
-- Name: interrupts_worker_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.interrupts_worker ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.interrupts_worker_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: procrastinate_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.procrastinate_events (
    id bigint NOT NULL,
    job_id bigint NOT NULL,
    type public.procrastinate_job_event_type,
    at timestamp with time zone DEFAULT now()
);


--
-- Name: procrastinate_events_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.procrastinate_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: procrastinate_events_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.procrastinate_events_id_seq OWNED BY public.procrastinate_events.id;


--
-- Name: procrastinate_jobs_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.procrastinate_jobs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: procrastinate_jobs_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.procrastinate_jobs_id_seq OWNED BY public.procrastinate_jobs.id;


--
-- Name: procrastinate_periodic_defers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.procrastinate_periodic_defers (
    id bigint NOT NULL,
    task_name character varying(128) NOT NULL,
    defer_timestamp bigint,
    job_id bigint,
    periodic_id character varying(128) DEFAULT ''::character varying NOT NULL
);


--
-- Name: procrastinate_periodic_defers_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.procrastinate_periodic_defers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: procrastinate_periodic_defers_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.procrastinate_periodic_defers_id_seq OWNED BY public.procrastinate_periodic_defers.id;


--
-- Name: procrastinate_workers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.procrastinate_workers (
    id bigint NOT NULL,
    last_heartbeat timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: procrastinate_workers_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.procrastinate_workers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.procrastinate_workers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: procrastinate_events id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.procrastinate_events ALTER COLUMN id SET DEFAULT nextval('public.procrastinate_events_id_seq'::regclass);


--
-- Name: procrastinate_jobs id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.procrastinate_jobs ALTER COLUMN id SET DEFAULT nextval('public.procrastinate_jobs_id_seq'::regclass);


--
-- Name: procrastinate_periodic_defers id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.procrastinate_periodic_defers ALTER COLUMN id SET DEFAULT nextval('public.procrastinate_periodic_defers_id_seq'::regclass);


--
-- Data for Name: auth_group; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: auth_group_permissions; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: auth_permission; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.auth_permission VALUES (1, 'Can add procrastinate event', 1, 'add_procrastinateevent');
INSERT INTO public.auth_permission VALUES (2, 'Can change procrastinate event', 1, 'change_procrastinateevent');
INSERT INTO public.auth_permission VALUES (3, 'Can delete procrastinate event', 1, 'delete_procrastinateevent');
INSERT INTO public.auth_permission VALUES (4, 'Can view procrastinate event', 1, 'view_procrastinateevent');
INSERT INTO public.auth_permission VALUES (5, 'Can add procrastinate job', 2, 'add_procrastinatejob');
INSERT INTO public.auth_permission VALUES (6, 'Can change procrastinate job', 2, 'change_procrastinatejob');
INSERT INTO public.auth_permission VALUES (7, 'Can delete procrastinate job', 2, 'delete_procrastinatejob');
INSERT INTO public.auth_permission VALUES (8, 'Can view procrastinate job', 2, 'view_procrastinatejob');
INSERT INTO public.auth_permission VALUES (9, 'Can add procrastinate periodic defer', 3, 'add_procrastinateperiodicdefer');
INSERT INTO public.auth_permission VALUES (10, 'Can change procrastinate periodic defer', 3, 'change_procrastinateperiodicdefer');
INSERT INTO public.auth_permission VALUES (11, 'Can delete procrastinate periodic defer', 3, 'delete_procrastinateperiodicdefer');
INSERT INTO public.auth_permission VALUES (12, 'Can view procrastinate periodic defer', 3, 'view_procrastinateperiodicdefer');
INSERT INTO public.auth_permission VALUES (13, 'Can add procrastinate worker', 4, 'add_procrastinateworker');
INSERT INTO public.auth_permission VALUES (14, 'Can change procrastinate worker', 4, 'change_procrastinateworker');
INSERT INTO public.auth_permission VALUES (15, 'Can delete procrastinate worker', 4, 'delete_procrastinateworker');
INSERT INTO public.auth_permission VALUES (16, 'Can view procrastinate worker', 4, 'view_procrastinateworker');
INSERT INTO public.auth_permission VALUES (17, 'Can add definition', 5, 'add_definition');
INSERT INTO public.auth_permission VALUES (18, 'Can change definition', 5, 'change_definition');
INSERT INTO public.auth_permission VALUES (19, 'Can delete definition', 5, 'delete_definition');
INSERT INTO public.auth_permission VALUES (20, 'Can view definition', 5, 'view_definition');
INSERT INTO public.auth_permission VALUES (21, 'Can add message', 10, 'add_message');
INSERT INTO public.auth_permission VALUES (22, 'Can change message', 10, 'change_message');
INSERT INTO public.auth_permission VALUES (23, 'Can delete message', 10, 'delete_message');
INSERT INTO public.auth_permission VALUES (24, 'Can view message', 10, 'view_message');
INSERT INTO public.auth_permission VALUES (25, 'Can add server', 14, 'add_server');
INSERT INTO public.auth_permission VALUES (26, 'Can change server', 14, 'change_server');
INSERT INTO public.auth_permission VALUES (27, 'Can delete server', 14, 'delete_server');
INSERT INTO public.auth_permission VALUES (28, 'Can view server', 14, 'view_server');
INSERT INTO public.auth_permission VALUES (29, 'Can add worker', 18, 'add_worker');
INSERT INTO public.auth_permission VALUES (30, 'Can change worker', 18, 'change_worker');
INSERT INTO public.auth_permission VALUES (31, 'Can delete worker', 18, 'delete_worker');
INSERT INTO public.auth_permission VALUES (32, 'Can view worker', 18, 'view_worker');
INSERT INTO public.auth_permission VALUES (33, 'Can add event', 8, 'add_event');
INSERT INTO public.auth_permission VALUES (34, 'Can change event', 8, 'change_event');
INSERT INTO public.auth_permission VALUES (35, 'Can delete event', 8, 'delete_event');
INSERT INTO public.auth_permission VALUES (36, 'Can view event', 8, 'view_event');
INSERT INTO public.auth_permission VALUES (37, 'Can add run', 13, 'add_run');
INSERT INTO public.auth_permission VALUES (38, 'Can change run', 13, 'change_run');
INSERT INTO public.auth_permission VALUES (39, 'Can delete run', 13, 'delete_run');
INSERT INTO public.auth_permission VALUES (40, 'Can view run', 13, 'view_run');
INSERT INTO public.auth_permission VALUES (41, 'Can add thread', 15, 'add_thread');
INSERT INTO public.auth_permission VALUES (42, 'Can change thread', 15, 'change_thread');
INSERT INTO public.auth_permission VALUES (43, 'Can delete thread', 15, 'delete_thread');
INSERT INTO public.auth_permission VALUES (44, 'Can view thread', 15, 'view_thread');
INSERT INTO public.auth_permission VALUES (45, 'Can add tool', 16, 'add_tool');
INSERT INTO public.auth_permission VALUES (46, 'Can change tool', 16, 'change_tool');
INSERT INTO public.auth_permission VALUES (47, 'Can delete tool', 16, 'delete_tool');
INSERT INTO public.auth_permission VALUES (48, 'Can view tool', 16, 'view_tool');
INSERT INTO public.auth_permission VALUES (49, 'Can add rule', 12, 'add_rule');
INSERT INTO public.auth_permission VALUES (50, 'Can change rule', 12, 'change_rule');
INSERT INTO public.auth_permission VALUES (51, 'Can delete rule', 12, 'delete_rule');
INSERT INTO public.auth_permission VALUES (52, 'Can view rule', 12, 'view_rule');
INSERT INTO public.auth_permission VALUES (53, 'Can add tool call', 17, 'add_toolcall');
INSERT INTO public.auth_permission VALUES (54, 'Can change tool call', 17, 'change_toolcall');
INSERT INTO public.auth_permission VALUES (55, 'Can delete tool call', 17, 'delete_toolcall');
INSERT INTO public.auth_permission VALUES (56, 'Can view tool call', 17, 'view_toolcall');
INSERT INTO public.auth_permission VALUES (57, 'Can add round', 11, 'add_round');
INSERT INTO public.auth_permission VALUES (58, 'Can change round', 11, 'change_round');
INSERT INTO public.auth_permission VALUES (59, 'Can delete round', 11, 'delete_round');
INSERT INTO public.auth_permission VALUES (60, 'Can view round', 11, 'view_round');
INSERT INTO public.auth_permission VALUES (61, 'Can add question', 9, 'add_interrupt');
INSERT INTO public.auth_permission VALUES (62, 'Can change question', 9, 'change_interrupt');
INSERT INTO public.auth_permission VALUES (63, 'Can delete question', 9, 'delete_interrupt');
INSERT INTO public.auth_permission VALUES (64, 'Can view question', 9, 'view_interrupt');
INSERT INTO public.auth_permission VALUES (65, 'Can add draft', 7, 'add_draft');
INSERT INTO public.auth_permission VALUES (66, 'Can change draft', 7, 'change_draft');
INSERT INTO public.auth_permission VALUES (67, 'Can delete draft', 7, 'delete_draft');
INSERT INTO public.auth_permission VALUES (68, 'Can view draft', 7, 'view_draft');
INSERT INTO public.auth_permission VALUES (69, 'Can add delivery', 6, 'add_delivery');
INSERT INTO public.auth_permission VALUES (70, 'Can change delivery', 6, 'change_delivery');
INSERT INTO public.auth_permission VALUES (71, 'Can delete delivery', 6, 'delete_delivery');
INSERT INTO public.auth_permission VALUES (72, 'Can view delivery', 6, 'view_delivery');
INSERT INTO public.auth_permission VALUES (73, 'Can add log entry', 19, 'add_logentry');
INSERT INTO public.auth_permission VALUES (74, 'Can change log entry', 19, 'change_logentry');
INSERT INTO public.auth_permission VALUES (75, 'Can delete log entry', 19, 'delete_logentry');
INSERT INTO public.auth_permission VALUES (76, 'Can view log entry', 19, 'view_logentry');
INSERT INTO public.auth_permission VALUES (77, 'Can add permission', 21, 'add_permission');
INSERT INTO public.auth_permission VALUES (78, 'Can change permission', 21, 'change_permission');
INSERT INTO public.auth_permission VALUES (79, 'Can delete permission', 21, 'delete_permission');
INSERT INTO public.auth_permission VALUES (80, 'Can view permission', 21, 'view_permission');
INSERT INTO public.auth_permission VALUES (81, 'Can add group', 20, 'add_group');
INSERT INTO public.auth_permission VALUES (82, 'Can change group', 20, 'change_group');
INSERT INTO public.auth_permission VALUES (83, 'Can delete group', 20, 'delete_group');
INSERT INTO public.auth_permission VALUES (84, 'Can view group', 20, 'view_group');
INSERT INTO public.auth_permission VALUES (85, 'Can add user', 22, 'add_user');
INSERT INTO public.auth_permission VALUES (86, 'Can change user', 22, 'change_user');
INSERT INTO public.auth_permission VALUES (87, 'Can delete user', 22, 'delete_user');
INSERT INTO public.auth_permission VALUES (88, 'Can view user', 22, 'view_user');
INSERT INTO public.auth_permission VALUES (89, 'Can add content type', 23, 'add_contenttype');
INSERT INTO public.auth_permission VALUES (90, 'Can change content type', 23, 'change_contenttype');
INSERT INTO public.auth_permission VALUES (91, 'Can delete content type', 23, 'delete_contenttype');
INSERT INTO public.auth_permission VALUES (92, 'Can view content type', 23, 'view_contenttype');
INSERT INTO public.auth_permission VALUES (93, 'Can add session', 24, 'add_session');
INSERT INTO public.auth_permission VALUES (94, 'Can change session', 24, 'change_session');
INSERT INTO public.auth_permission VALUES (95, 'Can delete session', 24, 'delete_session');
INSERT INTO public.auth_permission VALUES (96, 'Can view session', 24, 'view_session');


--
-- Data for Name: auth_user; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.auth_user VALUES (1, '!bhvGzUzpJw0W0ak7KLZAz5prt71oXVd1nZiBLR7K', NULL, true, 'admin', '', '', '', true, true, '2026-11-30 19:14:57.575346+00');


--
-- Data for Name: auth_user_groups; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: auth_user_user_permissions; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: django_admin_log; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: django_content_type; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.django_content_type VALUES (1, 'procrastinate', 'procrastinateevent');
INSERT INTO public.django_content_type VALUES (2, 'procrastinate', 'procrastinatejob');
INSERT INTO public.django_content_type VALUES (3, 'procrastinate', 'procrastinateperiodicdefer');
INSERT INTO public.django_content_type VALUES (4, 'procrastinate', 'procrastinateworker');
INSERT INTO public.django_content_type VALUES (5, 'interrupts', 'definition');
INSERT INTO public.django_content_type VALUES (6, 'interrupts', 'delivery');
INSERT INTO public.django_content_type VALUES (7, 'interrupts', 'draft');
INSERT INTO public.django_content_type VALUES (8, 'interrupts', 'event');
INSERT INTO public.django_content_type VALUES (9, 'interrupts', 'interrupt');
INSERT INTO public.django_content_type VALUES (10, 'interrupts', 'message');
INSERT INTO public.django_content_type VALUES (11, 'interrupts', 'round');
INSERT INTO public.django_content_type VALUES (12, 'interrupts', 'rule');
INSERT INTO public.django_content_type VALUES (13, 'interrupts', 'run');
INSERT INTO public.django_content_type VALUES (14, 'interrupts', 'server');
INSERT INTO public.django_content_type VALUES (15, 'interrupts', 'thread');
INSERT INTO public.django_content_type VALUES (16, 'interrupts', 'tool');
INSERT INTO public.django_content_type VALUES (17, 'interrupts', 'toolcall');
INSERT INTO public.django_content_type VALUES (18, 'interrupts', 'worker');
INSERT INTO public.django_content_type VALUES (19, 'admin', 'logentry');
INSERT INTO public.django_content_type VALUES (20, 'auth', 'group');
INSERT INTO public.django_content_type VALUES (21, 'auth', 'permission');
INSERT INTO public.django_content_type VALUES (22, 'auth', 'user');
INSERT INTO public.django_content_type VALUES (23, 'contenttypes', 'contenttype');
INSERT INTO public.django_content_type VALUES (24, 'sessions', 'session');


--
-- Data for Name: django_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.django_migrations VALUES (1, 'contenttypes', '0001_initial', '2026-11-30 19:14:51.603811+00');
INSERT INTO public.django_migrations VALUES (2, 'auth', '0001_initial', '2026-11-30 19:14:51.737777+00');
INSERT INTO public.django_migrations VALUES (3, 'admin', '0001_initial', '2026-11-30 19:14:51.785804+00');
INSERT INTO public.django_migrations VALUES (4, 'admin', '0002_logentry_remove_auto_add', '2026-11-30 19:14:51.813192+00');
INSERT INTO public.django_migrations VALUES (5, 'admin', '0003_logentry_add_action_flag_choices', '2026-11-30 19:14:51.840712+00');
INSERT INTO public.django_migrations VALUES (6, 'contenttypes', '0002_remove_content_type_name', '2026-11-30 19:14:51.874263+00');
INSERT INTO public.django_migrations VALUES (7, 'auth', '0002_alter_permission_name_max_length', '2026-11-30 19:14:51.896793+00');
INSERT INTO public.django_migrations VALUES (8, 'auth', '0003_alter_user_email_max_length', '2026-11-30 19:14:51.922367+00');
INSERT INTO public.django_migrations VALUES (9, 'auth', '0004_alter_user_username_opts', '2026-11-30 19:14:51.938965+00');
INSERT INTO public.django_migrations VALUES (10, 'auth', '0005_alter_user_last_login_null', '2026-11-30 19:14:51.957981+00');
INSERT INTO public.django_migrations VALUES (11, 'auth', '0006_require_contenttypes_0002', '2026-11-30 19:14:51.95926+00');
INSERT INTO public.django_migrations VALUES (12, 'auth', '0007_alter_validators_add_error_messages', '2026-11-30 19:14:51.973169+00');
INSERT INTO public.django_migrations VALUES (13, 'auth', '0008_alter_user_username_max_length', '2026-11-30 19:14:52.001889+00');
INSERT INTO public.django_migrations VALUES (14, 'auth', '0009_alter_user_last_name_max_length', '2026-11-30 19:14:52.017611+00');
INSERT INTO public.django_migrations VALUES (15, 'auth', '0010_alter_group_name_max_length', '2026-11-30 19:14:52.068004+00');
INSERT INTO public.django_migrations VALUES (16, 'auth', '0011_update_proxy_permissions', '2026-11-30 19:14:52.116904+00');
INSERT INTO public.django_migrations VALUES (17, 'auth', '0012_alter_user_first_name_max_length', '2026-11-30 19:14:52.155779+00');
INSERT INTO public.django_migrations VALUES (18, 'interrupts', '0001_initial', '2026-11-30 19:14:54.817658+00');
INSERT INTO public.django_migrations VALUES (19, 'interrupts', '0002_events_are_append_only', '2026-11-30 19:14:55.447927+00');
INSERT INTO public.django_migrations VALUES (20, 'interrupts', '0003_claims_find_their_runs_by_index', '2026-11-30 19:14:55.641789+00');
INSERT INTO public.django_migrations VALUES (21, 'procrastinate', '0001_initial', '2026-11-30 19:14:55.717753+00');
INSERT INTO public.django_migrations VALUES (22, 'procrastinate', '0002_drop_started_at_column', '2026-11-30 19:14:55.731385+00');
INSERT INTO public.django_migrations VALUES (23, 'procrastinate', '0003_drop_started_at_column', '2026-11-30 19:14:55.743464+00');
INSERT INTO public.django_migrations VALUES (24, 'procrastinate', '0004_drop_procrastinate_version_table', '2026-11-30 19:14:55.755638+00');
INSERT INTO public.django_migrations VALUES (25, 'procrastinate', '0005_fix_procrastinate_fetch_job', '2026-11-30 19:14:55.772029+00');
INSERT INTO public.django_migrations VALUES (26, 'procrastinate', '0006_fix_trigger_status_events_insert', '2026-11-30 19:14:55.78568+00');
INSERT INTO public.django_migrations VALUES (27, 'procrastinate', '0007_add_queueing_lock_column', '2026-11-30 19:14:55.794009+00');
INSERT INTO public.django_migrations VALUES (28, 'procrastinate', '0008_close_fetch_job_race_condition', '2026-11-30 19:14:55.811695+00');
INSERT INTO public.django_migrations VALUES (29, 'procrastinate', '0009_add_defer_job_function', '2026-11-30 19:14:55.831798+00');
INSERT INTO public.django_migrations VALUES (30, 'procrastinate', '0010_add_procrastinate_periodic_defers', '2026-11-30 19:14:55.869839+00');
INSERT INTO public.django_migrations VALUES (31, 'procrastinate', '0011_add_foreign_key_index', '2026-11-30 19:14:55.881847+00');
INSERT INTO public.django_migrations VALUES (32, 'procrastinate', '0012_add_locks_to_periodic_defer', '2026-11-30 19:14:55.902392+00');
INSERT INTO public.django_migrations VALUES (33, 'procrastinate', '0013_fix_procrastinate_defer_periodic_job', '2026-11-30 19:14:55.91367+00');
INSERT INTO public.django_migrations VALUES (34, 'procrastinate', '0014_add_finish_job_and_retry_job_functions', '2026-11-30 19:14:55.920227+00');
INSERT INTO public.django_migrations VALUES (35, 'procrastinate', '0015_add_trigger_on_job_deletion', '2026-11-30 19:14:55.930145+00');
INSERT INTO public.django_migrations VALUES (36, 'procrastinate', '0016_delete_finished_jobs', '2026-11-30 19:14:55.933693+00');
INSERT INTO public.django_migrations VALUES (37, 'procrastinate', '0017_add_checks_to_finish_job', '2026-11-30 19:14:55.942045+00');
INSERT INTO public.django_migrations VALUES (38, 'procrastinate', '0018_add_checks_to_retry_job', '2026-11-30 19:14:55.946547+00');
INSERT INTO public.django_migrations VALUES (39, 'procrastinate', '0019_fix_finish_job_compat_issue', '2026-11-30 19:14:55.950682+00');
INSERT INTO public.django_migrations VALUES (40, 'procrastinate', '0020_add_index_on_procrastinate_jobs', '2026-11-30 19:14:55.961828+00');
INSERT INTO public.django_migrations VALUES (41, 'procrastinate', '0021_add_kwargs_to_defer_periodic_job', '2026-11-30 19:14:55.985655+00');
INSERT INTO public.django_migrations VALUES (42, 'procrastinate', '0022_null_locks_excluded', '2026-11-30 19:14:55.998386+00');
INSERT INTO public.django_migrations VALUES (43, 'procrastinate', '0023_remove_old_finish_job_function', '2026-11-30 19:14:56.003292+00');
INSERT INTO public.django_migrations VALUES (44, 'procrastinate', '0024_job_id_bigint', '2026-11-30 19:14:56.057764+00');
INSERT INTO public.django_migrations VALUES (45, 'procrastinate', '0025_add_models', '2026-11-30 19:14:56.070086+00');
INSERT INTO public.django_migrations VALUES (46, 'procrastinate', '0026_add_job_priority', '2026-11-30 19:14:56.103433+00');
INSERT INTO public.django_migrations VALUES (47, 'procrastinate', '0027_add_periodic_job_priority', '2026-11-30 19:14:56.127912+00');
INSERT INTO public.django_migrations VALUES (48, 'procrastinate', '0028_add_cancel_states', '2026-11-30 19:14:56.143839+00');
INSERT INTO public.django_migrations VALUES (49, 'procrastinate', '0029_add_additional_params_to_retry_job', '2026-11-30 19:14:56.166296+00');
INSERT INTO public.django_migrations VALUES (50, 'procrastinate', '0030_alter_procrastinateevent_options', '2026-11-30 19:14:56.172024+00');
INSERT INTO public.django_migrations VALUES (51, 'procrastinate', '0031_add_indexes_for_fetch_job', '2026-11-30 19:14:56.193881+00');
INSERT INTO public.django_migrations VALUES (52, 'procrastinate', '0032_pre_cancel_notification', '2026-11-30 19:14:56.211002+00');
INSERT INTO public.django_migrations VALUES (53, 'procrastinate', '0033_post_cancel_notification', '2026-11-30 19:14:56.25828+00');
INSERT INTO public.django_migrations VALUES (54, 'procrastinate', '0034_pre_add_heartbeat', '2026-11-30 19:14:56.331712+00');
INSERT INTO public.django_migrations VALUES (55, 'procrastinate', '0035_post_add_heartbeat', '2026-11-30 19:14:56.359748+00');
INSERT INTO public.django_migrations VALUES (56, 'procrastinate', '0036_add_worker_model', '2026-11-30 19:14:56.376238+00');
INSERT INTO public.django_migrations VALUES (57, 'procrastinate', '0037_pre_batch_defer_jobs', '2026-11-30 19:14:56.404718+00');
INSERT INTO public.django_migrations VALUES (58, 'procrastinate', '0038_post_batch_defer_jobs', '2026-11-30 19:14:56.421723+00');
INSERT INTO public.django_migrations VALUES (59, 'procrastinate', '0039_pre_priority_lock_fetch_job', '2026-11-30 19:14:56.429774+00');
INSERT INTO public.django_migrations VALUES (60, 'procrastinate', '0040_pre_retry_failed_job', '2026-11-30 19:14:56.442289+00');
INSERT INTO public.django_migrations VALUES (61, 'procrastinate', '0041_post_retry_failed_job', '2026-11-30 19:14:56.451496+00');
INSERT INTO public.django_migrations VALUES (62, 'sessions', '0001_initial', '2026-11-30 19:14:56.483512+00');


--
-- Data for Name: django_session; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: interrupts_definition; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.interrupts_definition VALUES ('v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', '{"name":"act","description":"Does something that cannot be undone, once the person said so.","inputSchema":{"type":"object","properties":{"what":{"type":"string"},"rounds":{"type":"integer"}},"required":["what"]},"annotations":{"destructiveHint":true}}');


--
-- Data for Name: interrupts_delivery; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: interrupts_draft; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.interrupts_draft VALUES (1, '{"f0":["true"]}', '2026-11-30 19:15:02.388048+00', 1, '2ed92b35-41ba-4427-8742-5a0a89c00a98');


--
-- Data for Name: interrupts_event; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.interrupts_event VALUES (1, '9073f245-5442-4a98-a1f4-4603e01b8ac3', 1, '2026-11-30 19:14:57.582942+00', 'run.queued', 'admin', 'run 1', '{}', '0000000000000000000000000000000000000000000000000000000000000000', 'c9d432a78b2ea10a92d77fd09b611092a0f1c734eb079808796dc7dfaa07ffec');
INSERT INTO public.interrupts_event VALUES (2, '9073f245-5442-4a98-a1f4-4603e01b8ac3', 2, '2026-11-30 19:14:57.881889+00', 'model.replied', '', 'run 1', '{"step": 1, "calls": 1}', 'c9d432a78b2ea10a92d77fd09b611092a0f1c734eb079808796dc7dfaa07ffec', '82b15b5752cf087953255c9fd34bd6c92823ea04ab85af0b59695b3482ae39ee');
INSERT INTO public.interrupts_event VALUES (3, '9073f245-5442-4a98-a1f4-4603e01b8ac3', 3, '2026-11-30 19:14:57.881889+00', 'call.proposed', '', 'call 1', '{"tool": "act", "server": "peer"}', '82b15b5752cf087953255c9fd34bd6c92823ea04ab85af0b59695b3482ae39ee', '37e66035440d9172aa4c4b2adfc68538dc569bd0810dd00295c3b8ec7c396c03');
INSERT INTO public.interrupts_event VALUES (4, '9073f245-5442-4a98-a1f4-4603e01b8ac3', 4, '2026-11-30 19:14:57.945845+00', 'call.ready', '', 'call 1', '{"why": "The tool asks by itself before it acts.", "tool": "act", "server": "peer"}', '37e66035440d9172aa4c4b2adfc68538dc569bd0810dd00295c3b8ec7c396c03', 'd35ff10e42cc88203ccbc97f785f554342ebf993ac70749f3d923a7e69ccc8f9');
INSERT INTO public.interrupts_event VALUES (5, '9073f245-5442-4a98-a1f4-4603e01b8ac3', 5, '2026-11-30 19:14:58.006028+00', 'call.sent', '', 'call 1', '{"why": "", "tool": "act", "server": "peer"}', 'd35ff10e42cc88203ccbc97f785f554342ebf993ac70749f3d923a7e69ccc8f9', '5d6247bd77c8a0a36a3a90495a69435fcfd329b9dac9fd3cb1258eeb48c40983');
INSERT INTO public.interrupts_event VALUES (6, '9073f245-5442-4a98-a1f4-4603e01b8ac3', 6, '2026-11-30 19:14:58.071319+00', 'call.waiting', '', 'call 1', '{"why": "", "tool": "act", "server": "peer"}', '5d6247bd77c8a0a36a3a90495a69435fcfd329b9dac9fd3cb1258eeb48c40983', '5278c2df684a483d561260abe6c9ddb4601f7c14b679aa5f942e30163f06499a');
INSERT INTO public.interrupts_event VALUES (7, '9073f245-5442-4a98-a1f4-4603e01b8ac3', 7, '2026-11-30 19:14:58.071319+00', 'question.asked', '', 'question 2ed92b35-41ba-4427-8742-5a0a89c00a98', '{"call": 1, "kind": "form", "round": 1}', '5278c2df684a483d561260abe6c9ddb4601f7c14b679aa5f942e30163f06499a', '6c44edb5ce59ae025f0b5e384d466a8090925d867b779714e5062ae125341cfc');
INSERT INTO public.interrupts_event VALUES (8, '9073f245-5442-4a98-a1f4-4603e01b8ac3', 8, '2026-11-30 19:14:58.161806+00', 'run.interrupted', '', 'run 1', '{}', '6c44edb5ce59ae025f0b5e384d466a8090925d867b779714e5062ae125341cfc', '1570347e94543af7c4c214052abce6089be28fc5862e22bd864b8aa9a18e0dd9');
INSERT INTO public.interrupts_event VALUES (9, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 1, '2026-11-30 19:14:58.217765+00', 'run.queued', 'admin', 'run 2', '{}', '0000000000000000000000000000000000000000000000000000000000000000', 'b711c263dfbe41141a94ae6345aee983374211176c7c8972f83c45f2847cd7e3');
INSERT INTO public.interrupts_event VALUES (10, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 2, '2026-11-30 19:14:58.453932+00', 'model.replied', '', 'run 2', '{"step": 1, "calls": 2}', 'b711c263dfbe41141a94ae6345aee983374211176c7c8972f83c45f2847cd7e3', '7442d017a747e87a89f63f37f27c6f08569831bb8278859a97357327899e3db1');
INSERT INTO public.interrupts_event VALUES (11, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 3, '2026-11-30 19:14:58.453932+00', 'call.proposed', '', 'call 2', '{"tool": "act", "server": "peer"}', '7442d017a747e87a89f63f37f27c6f08569831bb8278859a97357327899e3db1', '3459e9f41e7e288d410fd009ed10714ea72cb3c85343e18c69e51dda6dfd408b');
INSERT INTO public.interrupts_event VALUES (12, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 4, '2026-11-30 19:14:58.453932+00', 'call.proposed', '', 'call 3', '{"tool": "act", "server": "peer"}', '3459e9f41e7e288d410fd009ed10714ea72cb3c85343e18c69e51dda6dfd408b', '991a7933b3674bc7893e5832c4c85889b47f3b63a84c278449bcbbb1f1ee3241');
INSERT INTO public.interrupts_event VALUES (13, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 5, '2026-11-30 19:14:58.494528+00', 'call.ready', '', 'call 2', '{"why": "The tool asks by itself before it acts.", "tool": "act", "server": "peer"}', '991a7933b3674bc7893e5832c4c85889b47f3b63a84c278449bcbbb1f1ee3241', 'c6b3a349f591c9687fe2bab8715c61753533c355ec27b6c504aec69ef047e6dc');
INSERT INTO public.interrupts_event VALUES (14, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 6, '2026-11-30 19:14:58.494528+00', 'call.ready', '', 'call 3', '{"why": "The tool asks by itself before it acts.", "tool": "act", "server": "peer"}', 'c6b3a349f591c9687fe2bab8715c61753533c355ec27b6c504aec69ef047e6dc', '43d5e64dbc5894264c4004f3b68d4eee696c18247456b451373ed003b34d8dd5');
INSERT INTO public.interrupts_event VALUES (15, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 7, '2026-11-30 19:14:58.565395+00', 'call.sent', '', 'call 3', '{"why": "", "tool": "act", "server": "peer"}', '43d5e64dbc5894264c4004f3b68d4eee696c18247456b451373ed003b34d8dd5', 'f78c5e04fe133a6aceb8be79f255d3e499396ecac47e642265fb9cb39d19fdc7');
INSERT INTO public.interrupts_event VALUES (16, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 8, '2026-11-30 19:14:58.560772+00', 'call.sent', '', 'call 2', '{"why": "", "tool": "act", "server": "peer"}', 'f78c5e04fe133a6aceb8be79f255d3e499396ecac47e642265fb9cb39d19fdc7', '7dc5f28a55ab9e1c6a3e73c8df7f4c065be5816c0af49f0a0fc59642f351e676');
INSERT INTO public.interrupts_event VALUES (17, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 9, '2026-11-30 19:14:58.61616+00', 'call.waiting', '', 'call 3', '{"why": "", "tool": "act", "server": "peer"}', '7dc5f28a55ab9e1c6a3e73c8df7f4c065be5816c0af49f0a0fc59642f351e676', '1f78b3d454737d17c017321d88b22b9960dc4c36a190aee2334a093ffb7fdec5');
INSERT INTO public.interrupts_event VALUES (18, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 10, '2026-11-30 19:14:58.61616+00', 'question.asked', '', 'question 5f699460-0713-48cc-8892-de7a44151603', '{"call": 3, "kind": "form", "round": 1}', '1f78b3d454737d17c017321d88b22b9960dc4c36a190aee2334a093ffb7fdec5', 'a136da0f098b25b9aca3ed18676852024ab4a530a79cec89e04c866c25d78ffc');
INSERT INTO public.interrupts_event VALUES (19, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 11, '2026-11-30 19:14:58.677588+00', 'call.waiting', '', 'call 2', '{"why": "", "tool": "act", "server": "peer"}', 'a136da0f098b25b9aca3ed18676852024ab4a530a79cec89e04c866c25d78ffc', '9c718939579a490ff2a35b40aa0f36b0031fa2f75a3e08ed40864f3dea783fbe');
INSERT INTO public.interrupts_event VALUES (20, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 12, '2026-11-30 19:14:58.677588+00', 'question.asked', '', 'question c4e56752-68de-4075-a35a-2d9740491644', '{"call": 2, "kind": "form", "round": 1}', '9c718939579a490ff2a35b40aa0f36b0031fa2f75a3e08ed40864f3dea783fbe', '70ed7f02d914ab3fd9e693bc256767f289459f0af2bb4325759d18ad9e4d60fc');
INSERT INTO public.interrupts_event VALUES (21, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 13, '2026-11-30 19:14:58.785259+00', 'run.interrupted', '', 'run 2', '{}', '70ed7f02d914ab3fd9e693bc256767f289459f0af2bb4325759d18ad9e4d60fc', 'b405c26f4849cbab166ea1d26840f5afd767fd5e086d6c1129a8035b2cff70f3');
INSERT INTO public.interrupts_event VALUES (22, '3034c286-0f6a-4e25-9c9e-951c17018e99', 1, '2026-11-30 19:14:58.845732+00', 'run.queued', 'admin', 'run 3', '{}', '0000000000000000000000000000000000000000000000000000000000000000', 'b863d7ce9ccff2a17da53860a95caa7e043692a471494d9240d35574cc885ee9');
INSERT INTO public.interrupts_event VALUES (23, '3034c286-0f6a-4e25-9c9e-951c17018e99', 2, '2026-11-30 19:14:59.052628+00', 'model.replied', '', 'run 3', '{"step": 1, "calls": 1}', 'b863d7ce9ccff2a17da53860a95caa7e043692a471494d9240d35574cc885ee9', 'f7baea13d1f233b3979dc87c5df5f41692c838c2d0a53e600101e7c3e44705c9');
INSERT INTO public.interrupts_event VALUES (24, '3034c286-0f6a-4e25-9c9e-951c17018e99', 3, '2026-11-30 19:14:59.052628+00', 'call.proposed', '', 'call 4', '{"tool": "act", "server": "careful"}', 'f7baea13d1f233b3979dc87c5df5f41692c838c2d0a53e600101e7c3e44705c9', '4742026aa0a666d3a082cc5ec413649e54b1497d240e20ad0039f913901fdd21');
INSERT INTO public.interrupts_event VALUES (25, '3034c286-0f6a-4e25-9c9e-951c17018e99', 4, '2026-11-30 19:14:59.097918+00', 'call.approval', '', 'call 4', '{"why": "Calls to careful are asked about, since it is not a trusted server.", "tool": "act", "server": "careful"}', '4742026aa0a666d3a082cc5ec413649e54b1497d240e20ad0039f913901fdd21', '71d67b5dbcc83e731365b3d739a9061f875efce62ba5727069e4182759ec0c92');
INSERT INTO public.interrupts_event VALUES (26, '3034c286-0f6a-4e25-9c9e-951c17018e99', 5, '2026-11-30 19:14:59.097918+00', 'question.asked', '', 'question 67906602-d39b-4d6f-8556-5f6094f7fcc8', '{"call": 4, "kind": "approval"}', '71d67b5dbcc83e731365b3d739a9061f875efce62ba5727069e4182759ec0c92', '8220419bd68e9be9743fec08717469c40690fb3a7b674bfced6f6d5f4e66b366');
INSERT INTO public.interrupts_event VALUES (27, '3034c286-0f6a-4e25-9c9e-951c17018e99', 6, '2026-11-30 19:14:59.097918+00', 'run.interrupted', '', 'run 3', '{}', '8220419bd68e9be9743fec08717469c40690fb3a7b674bfced6f6d5f4e66b366', '64c38f3d9b29c6914b4bdf5f66e2ef5607120ab3bf5ded1666b5b3a0d3f18200');
INSERT INTO public.interrupts_event VALUES (28, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 1, '2026-11-30 19:14:59.182987+00', 'run.queued', 'admin', 'run 4', '{}', '0000000000000000000000000000000000000000000000000000000000000000', 'd8d5d6088e1b0d7d53dc10d5202487c1f7b87708d2d463d92f3009db0a6107bd');
INSERT INTO public.interrupts_event VALUES (29, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 2, '2026-11-30 19:14:59.373918+00', 'model.replied', '', 'run 4', '{"step": 1, "calls": 1}', 'd8d5d6088e1b0d7d53dc10d5202487c1f7b87708d2d463d92f3009db0a6107bd', 'f83214de41da9ed78b418e3d006b55f8784684b4fdfeeab8bd3820a956579393');
INSERT INTO public.interrupts_event VALUES (30, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 3, '2026-11-30 19:14:59.373918+00', 'call.proposed', '', 'call 5', '{"tool": "act", "server": "peer"}', 'f83214de41da9ed78b418e3d006b55f8784684b4fdfeeab8bd3820a956579393', '15d0a2efea70e85148dbc7945d98d0d970786783f06e19d5fe1f7ceec46b7183');
INSERT INTO public.interrupts_event VALUES (31, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 4, '2026-11-30 19:14:59.413914+00', 'call.ready', '', 'call 5', '{"why": "The tool asks by itself before it acts.", "tool": "act", "server": "peer"}', '15d0a2efea70e85148dbc7945d98d0d970786783f06e19d5fe1f7ceec46b7183', '221f768f159155887ffc3ef1de563a7cd3d60a6cb46891a7242569c89d870ad0');
INSERT INTO public.interrupts_event VALUES (35, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 8, '2026-11-30 19:14:59.622646+00', 'run.interrupted', '', 'run 4', '{}', 'e8f3b164bc5140ceb7cef14aabebf7fd0089a15b9cd695ef904b59baf5e39578', '88c785b8ce519ce682939470e037bd6128d7a43583a99c352d62f8959f0c8fb3');
INSERT INTO public.interrupts_event VALUES (38, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 11, '2026-11-30 19:14:59.897868+00', 'call.ready', '', 'call 5', '{"why": "answered", "tool": "act", "server": "peer"}', '7c6058131c4a5c6cedc097e926167c0867df95b29f9de086dd19084d34c2914f', '091df8439f06242c06579df5f23962e49d949a649174842df54ff1d8894ae6c9');
INSERT INTO public.interrupts_event VALUES (42, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 15, '2026-11-30 19:15:00.157942+00', 'run.interrupted', '', 'run 4', '{}', '2c4ebb55b56250d83d1eb716b585bcaef5258f39c6a1810a9b50a3fc43009ed1', '949e3e2cf38f17d7f5fa2bab1f44e695723e8974109225362dcb8dbc24dac1d6');
INSERT INTO public.interrupts_event VALUES (51, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 9, '2026-11-30 19:15:01.257419+00', 'answer.accept', 'admin', 'question d254d373-2a29-49a9-bda3-357111e6997c', '{"door": "page", "note": ""}', 'd0ca842924f20b2b73b8dcabe72066d95c2e9a8210f52a34acd2b12a09cd1889', '2af7a8a762f06664a5bd5bedac57a25e88f481f9a23febea49c123fb05c2332d');
INSERT INTO public.interrupts_event VALUES (52, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 10, '2026-11-30 19:15:01.257419+00', 'run.queued', '', 'run 5', '{"why": "answered"}', '2af7a8a762f06664a5bd5bedac57a25e88f481f9a23febea49c123fb05c2332d', 'cbe2ee6bf53c4b47441528ed2c70bc259cdbc81db7ac9b8e3627497af8be67c8');
INSERT INTO public.interrupts_event VALUES (57, '5aec89fb-cb50-4360-9f80-75a885714c45', 1, '2026-11-30 19:15:01.633552+00', 'run.queued', 'admin', 'run 6', '{}', '0000000000000000000000000000000000000000000000000000000000000000', '47567ed9341349e1ae03c0a561339e972cef911b1d11b4234c81c0f15709eaa6');
INSERT INTO public.interrupts_event VALUES (62, '5aec89fb-cb50-4360-9f80-75a885714c45', 6, '2026-11-30 19:15:02.167021+00', 'call.unknown', '', 'call 7', '{"why": "The request reached peer or may have, but the connection was lost. Whether it took effect is unknown.", "tool": "act", "server": "peer"}', 'f5f86965af383fa8517528c263a6a388f9a38c4beefe744ca65ac9747b41279d', 'c79b72d018529acc517e87ef64667fca84c952e62fbcc93e25dcd8d379b26fbe');
INSERT INTO public.interrupts_event VALUES (63, '5aec89fb-cb50-4360-9f80-75a885714c45', 7, '2026-11-30 19:15:02.167021+00', 'question.asked', '', 'question 5cf81639-c486-4fcc-8359-6f1fc3a29892', '{"call": 7, "kind": "outcome", "round": 1}', 'c79b72d018529acc517e87ef64667fca84c952e62fbcc93e25dcd8d379b26fbe', 'c48aa1c62d0864b7a02184e5365b6ecc084811a48bdc602036d9a7c73a7c9fe9');
INSERT INTO public.interrupts_event VALUES (73, '6253965f-8378-474e-9d90-1ff33eb6f04a', 9, '2026-11-30 19:15:03.340992+00', 'answer.accept', 'admin', 'question d243cefc-3b97-40c4-8314-871c266bc9fd', '{"door": "page", "note": ""}', 'a8b9be99afa500f1d057de0253109c1b44ccc26463951e91fb7792cee5d63ee9', '13d002103c35b84402342f924cc80dbb316d30c8606d722fa0ed53a02f8e525d');
INSERT INTO public.interrupts_event VALUES (74, '6253965f-8378-474e-9d90-1ff33eb6f04a', 10, '2026-11-30 19:15:03.340992+00', 'run.queued', '', 'run 7', '{"why": "answered"}', '13d002103c35b84402342f924cc80dbb316d30c8606d722fa0ed53a02f8e525d', '6fdf0e7654abb98c9b3c1f48c37547f3550ffd6b4a2f99322c36a923fe668c7e');
INSERT INTO public.interrupts_event VALUES (77, '6253965f-8378-474e-9d90-1ff33eb6f04a', 13, '2026-11-30 19:15:03.670935+00', 'call.completed', '', 'call 8', '{"why": "", "tool": "act", "server": "peer"}', 'fdc97628019848ad4ff3e65677187906bd715705ec9110fc823ab7d34b07f652', '1f3ce0abf96313e05699bca8525acb950b0579ea5d98c4492eed9059ff9630a7');
INSERT INTO public.interrupts_event VALUES (78, '6253965f-8378-474e-9d90-1ff33eb6f04a', 14, '2026-11-30 19:15:03.974971+00', 'model.replied', '', 'run 7', '{"step": 2, "calls": 0}', '1f3ce0abf96313e05699bca8525acb950b0579ea5d98c4492eed9059ff9630a7', '161bccb6285068e66d5a624e74f6cc7e4dd83692192bab630fcd2765f65bb092');
INSERT INTO public.interrupts_event VALUES (79, '6253965f-8378-474e-9d90-1ff33eb6f04a', 15, '2026-11-30 19:15:03.974971+00', 'run.completed', '', 'run 7', '{"why": ""}', '161bccb6285068e66d5a624e74f6cc7e4dd83692192bab630fcd2765f65bb092', '8e8768ed8f3f52b2e2a952760f16d8b67bf84866bc182cd274e084ad5188ff81');
INSERT INTO public.interrupts_event VALUES (80, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 1, '2026-11-30 19:15:04.129698+00', 'run.queued', 'admin', 'run 8', '{}', '0000000000000000000000000000000000000000000000000000000000000000', '038d53dc004ba45cce4e863baa363473c3bb1c0f8af1ae74ebe2ead52f444d8b');
INSERT INTO public.interrupts_event VALUES (81, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 2, '2026-11-30 19:15:04.313871+00', 'model.replied', '', 'run 8', '{"step": 1, "calls": 1}', '038d53dc004ba45cce4e863baa363473c3bb1c0f8af1ae74ebe2ead52f444d8b', '81ee5331ba7c5a240d7f120c70fb88c4e72901ee70a796238737bef83cfb2327');
INSERT INTO public.interrupts_event VALUES (82, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 3, '2026-11-30 19:15:04.313871+00', 'call.proposed', '', 'call 9', '{"tool": "act", "server": "peer"}', '81ee5331ba7c5a240d7f120c70fb88c4e72901ee70a796238737bef83cfb2327', '882f0f64835dc8aa0f97740c81a768d2f3f6ede6a159a5ec819047d68a733140');
INSERT INTO public.interrupts_event VALUES (85, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 6, '2026-11-30 19:15:04.50313+00', 'call.waiting', '', 'call 9', '{"why": "", "tool": "act", "server": "peer"}', '09e92c083bd39f77149eabc47329daf17fe3e3d9400392fde3d8d3924d2daae9', 'd51c55affcd27b4dba684b75301b275a1e24039f3b67efb93e2f15494f745b5b');
INSERT INTO public.interrupts_event VALUES (86, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 7, '2026-11-30 19:15:04.50313+00', 'question.asked', '', 'question af6e4723-bbd1-43db-933d-497eb9163a4a', '{"call": 9, "kind": "form", "round": 1}', 'd51c55affcd27b4dba684b75301b275a1e24039f3b67efb93e2f15494f745b5b', '2fc0871841841e69e43782a7840a2b18d90e9facc5cf357167de76e2d9cad720');
INSERT INTO public.interrupts_event VALUES (88, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 9, '2026-11-30 19:15:04.653946+00', 'answer.decline', 'admin', 'question af6e4723-bbd1-43db-933d-497eb9163a4a', '{"door": "page", "note": ""}', 'd5fbc707fd90fef13dcf6b00a1994411b6b2e94620897929cabc646d6472f898', '8ed37f523e2087f812c4204ee30b3d4079b931a118c741e307bcf57bf2470dbd');
INSERT INTO public.interrupts_event VALUES (89, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 10, '2026-11-30 19:15:04.653946+00', 'run.queued', '', 'run 8', '{"why": "answered"}', '8ed37f523e2087f812c4204ee30b3d4079b931a118c741e307bcf57bf2470dbd', '711b50768e63aa244bb89f8a28217e2a0667ed11f83281db2b9ac2a70f9f0de5');
INSERT INTO public.interrupts_event VALUES (92, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 13, '2026-11-30 19:15:04.87896+00', 'call.completed', '', 'call 9', '{"why": "", "tool": "act", "server": "peer"}', '68786c8fb91605e7fe3dee53b8318e6434ff6e4803e925bb62d45126b0b196d2', '12b9f015dccab04c9af4eba2ce985e0ca2a084ca43f9aabc825dc068c9cf0391');
INSERT INTO public.interrupts_event VALUES (93, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 14, '2026-11-30 19:15:05.081765+00', 'model.replied', '', 'run 8', '{"step": 2, "calls": 0}', '12b9f015dccab04c9af4eba2ce985e0ca2a084ca43f9aabc825dc068c9cf0391', 'f85d62867e210e48c3f2125dc2774647e612c8b19ee73b75d7789daa923c9c98');
INSERT INTO public.interrupts_event VALUES (94, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 15, '2026-11-30 19:15:05.081765+00', 'run.completed', '', 'run 8', '{"why": ""}', 'f85d62867e210e48c3f2125dc2774647e612c8b19ee73b75d7789daa923c9c98', 'f7af202ff7bb7d2a84665cecd24003074183dcacc936e28349d80fc17225725e');
INSERT INTO public.interrupts_event VALUES (105, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 11, '2026-11-30 19:15:05.651033+00', 'call.ready', '', 'call 10', '{"why": "answered", "tool": "act", "server": "peer"}', 'cf581ad0baa3e50c33104890aaf5a7e60e01353f57ddf77a1310c769fb1d1087', 'e6741fce326afe8400d78f2447862f0a6d7a436cdd82e2a838fed83c49c650c7');
INSERT INTO public.interrupts_event VALUES (118, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 9, '2026-11-30 19:15:06.56422+00', 'call.cancelled', '', 'call 11', '{"why": "stopped", "tool": "act", "server": "peer"}', '8b995a1f15d38a0f49bac3de24d6d9777a9e40b2cbe534fd60952e06719c1857', '63cb3af3a7145a541b3dfc781dc0ba9a7bac25b867b8a8f554ce589f86f8ab94');
INSERT INTO public.interrupts_event VALUES (119, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 10, '2026-11-30 19:15:06.56422+00', 'question.withdrawn', 'admin', 'question a7a5d21e-b20d-496b-8539-747614188944', '{"note": "You stopped this."}', '63cb3af3a7145a541b3dfc781dc0ba9a7bac25b867b8a8f554ce589f86f8ab94', '6c4e8a5e7fb2c4f356eefe72b21d008655d0ccfd1227f6792480615fa9bdbbb1');
INSERT INTO public.interrupts_event VALUES (120, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 11, '2026-11-30 19:15:06.56422+00', 'run.cancelled', 'admin', 'run 10', '{"why": ""}', '6c4e8a5e7fb2c4f356eefe72b21d008655d0ccfd1227f6792480615fa9bdbbb1', 'cd52a2c4fb4dce43d521c423a6b7a82776269af8751e60e574d78eb3c85194c4');
INSERT INTO public.interrupts_event VALUES (132, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 4, '2026-11-30 19:15:07.941693+00', 'call.ready', '', 'call 13', '{"why": "The tool asks by itself before it acts.", "tool": "act", "server": "peer"}', 'f330b7ac0073fd49193718b778e3638c2d8f071d768639ae0415e336cb93ca12', 'dbdc8f7b35026de667888dbf4313e5e285ab4c194a140ac4eba0d458927433d3');
INSERT INTO public.interrupts_event VALUES (32, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 5, '2026-11-30 19:14:59.462326+00', 'call.sent', '', 'call 5', '{"why": "", "tool": "act", "server": "peer"}', '221f768f159155887ffc3ef1de563a7cd3d60a6cb46891a7242569c89d870ad0', 'e983fe8488d921f4cb58923e29cd2e4d46cad7397b24f045c9b5e6c32ef45664');
INSERT INTO public.interrupts_event VALUES (39, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 12, '2026-11-30 19:14:59.949867+00', 'call.sent', '', 'call 5', '{"why": "", "tool": "act", "server": "peer"}', '091df8439f06242c06579df5f23962e49d949a649174842df54ff1d8894ae6c9', '290cf28c74ec1c5503fef35dd4e107f2a0a0dae391b9816009c0e3ff37e25bce');
INSERT INTO public.interrupts_event VALUES (43, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 1, '2026-11-30 19:15:00.273437+00', 'run.queued', 'admin', 'run 5', '{}', '0000000000000000000000000000000000000000000000000000000000000000', '3384dd04143e8f82a04e23ef447012cfaf4ecda18fcddbec62d47ef7d7ff4800');
INSERT INTO public.interrupts_event VALUES (44, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 2, '2026-11-30 19:15:00.537864+00', 'model.replied', '', 'run 5', '{"step": 1, "calls": 1}', '3384dd04143e8f82a04e23ef447012cfaf4ecda18fcddbec62d47ef7d7ff4800', '10d350d7b2f68977e9dd5c0984da3f1a9aead769e9470c2e2ba7582ec0e457f1');
INSERT INTO public.interrupts_event VALUES (45, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 3, '2026-11-30 19:15:00.537864+00', 'call.proposed', '', 'call 6', '{"tool": "act", "server": "peer"}', '10d350d7b2f68977e9dd5c0984da3f1a9aead769e9470c2e2ba7582ec0e457f1', '6ccc7dedc515f4c92f512791806ba87e5ad0f43bfbe8dade3ac6591d3b1f4456');
INSERT INTO public.interrupts_event VALUES (48, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 6, '2026-11-30 19:15:00.910733+00', 'call.waiting', '', 'call 6', '{"why": "", "tool": "act", "server": "peer"}', '42c282887b30f655df949e53a0967e0482da8a3f7c4600fa1c24069b5f513e90', 'a71d779843397895af72d8e727b52be177a529452b0a254cb466e44e0d568667');
INSERT INTO public.interrupts_event VALUES (49, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 7, '2026-11-30 19:15:00.910733+00', 'question.asked', '', 'question d254d373-2a29-49a9-bda3-357111e6997c', '{"call": 6, "kind": "form", "round": 1}', 'a71d779843397895af72d8e727b52be177a529452b0a254cb466e44e0d568667', '27bea78cbe0b33d54595434e8f65b2fb113a14b19b27c87e32b3c99086a1275c');
INSERT INTO public.interrupts_event VALUES (56, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 14, '2026-11-30 19:15:01.589951+00', 'run.interrupted', '', 'run 5', '{}', 'e5928081f2d00c667736255bf3d4d417f3f1d19fe846aeba003032e18480080f', 'ce46858a48268791219546f93bfbe17f49755fba99ebadc74bfabfc0569bbe36');
INSERT INTO public.interrupts_event VALUES (58, '5aec89fb-cb50-4360-9f80-75a885714c45', 2, '2026-11-30 19:15:01.918268+00', 'model.replied', '', 'run 6', '{"step": 1, "calls": 1}', '47567ed9341349e1ae03c0a561339e972cef911b1d11b4234c81c0f15709eaa6', 'dd200624e82385566afba2fa1a54fe83290995a6f5d68c35e243a051b7e1c80b');
INSERT INTO public.interrupts_event VALUES (59, '5aec89fb-cb50-4360-9f80-75a885714c45', 3, '2026-11-30 19:15:01.918268+00', 'call.proposed', '', 'call 7', '{"tool": "act", "server": "peer"}', 'dd200624e82385566afba2fa1a54fe83290995a6f5d68c35e243a051b7e1c80b', 'ef1486debb01e3b3deaaab693a94c005ba19c4d5de410731de1bf2eaab59b757');
INSERT INTO public.interrupts_event VALUES (64, '5aec89fb-cb50-4360-9f80-75a885714c45', 8, '2026-11-30 19:15:02.241222+00', 'run.interrupted', '', 'run 6', '{}', 'c48aa1c62d0864b7a02184e5365b6ecc084811a48bdc602036d9a7c73a7c9fe9', 'dd8d3c60427ee98e36863c903504a890aabd0014f36b4b12fbe91d8f5b401076');
INSERT INTO public.interrupts_event VALUES (68, '6253965f-8378-474e-9d90-1ff33eb6f04a', 4, '2026-11-30 19:15:02.945637+00', 'call.ready', '', 'call 8', '{"why": "The tool asks by itself before it acts.", "tool": "act", "server": "peer"}', '22126a3ee62e368d4152dd73138baab34d271f77917e88878bfc6c6dc8bde831', 'dbe9900a148d02f8475c978e56083884a3c9322dc7eda0a46db672515dd833f0');
INSERT INTO public.interrupts_event VALUES (72, '6253965f-8378-474e-9d90-1ff33eb6f04a', 8, '2026-11-30 19:15:03.210092+00', 'run.interrupted', '', 'run 7', '{}', 'e7ed58b83cb0e99eeec4967d591a6e5deb3001fd8172e8f75f84a4818bae7287', 'a8b9be99afa500f1d057de0253109c1b44ccc26463951e91fb7792cee5d63ee9');
INSERT INTO public.interrupts_event VALUES (84, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 5, '2026-11-30 19:15:04.457675+00', 'call.sent', '', 'call 9', '{"why": "", "tool": "act", "server": "peer"}', '7d46de2eb0caac1d2904abd18b5227d1f618d39eb39838073f2fe41d6ba4e00b', '09e92c083bd39f77149eabc47329daf17fe3e3d9400392fde3d8d3924d2daae9');
INSERT INTO public.interrupts_event VALUES (90, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 11, '2026-11-30 19:15:04.753867+00', 'call.ready', '', 'call 9', '{"why": "answered", "tool": "act", "server": "peer"}', '711b50768e63aa244bb89f8a28217e2a0667ed11f83281db2b9ac2a70f9f0de5', '367e0c8cd3bc2e969e49d4e5e1202c2b472cb8896085b6bcf411783f512199d5');
INSERT INTO public.interrupts_event VALUES (98, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 4, '2026-11-30 19:15:05.377943+00', 'call.ready', '', 'call 10', '{"why": "The tool asks by itself before it acts.", "tool": "act", "server": "peer"}', 'b7892ca6236d574c37cedae117c448d2d02722530e90a99c6a06cd47375d9d53', '1828ab7ee5da493fdfe0cacbf09803fa5b2f8f51d918c62ced03f59afe6b7de5');
INSERT INTO public.interrupts_event VALUES (102, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 8, '2026-11-30 19:15:05.503808+00', 'run.interrupted', '', 'run 9', '{}', 'dfd682e920c0ac29ecd9a3b2f1fc4a43748f69ad8800e16ee0b8e0a0710da584', '95e2ee006a4a9323cdda773f53a83e0e8d07ad150ede2a4bc014e514b85bcb3e');
INSERT INTO public.interrupts_event VALUES (111, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 2, '2026-11-30 19:15:06.082012+00', 'model.replied', '', 'run 10', '{"step": 1, "calls": 1}', 'f0f27e1300e17429f8a76179566f02dba7aa41c87931816bf15884a539edb3ea', '848799da156a32a586692352632e8f089146284a5ef25bba9804c135fe3cf0b3');
INSERT INTO public.interrupts_event VALUES (112, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 3, '2026-11-30 19:15:06.082012+00', 'call.proposed', '', 'call 11', '{"tool": "act", "server": "peer"}', '848799da156a32a586692352632e8f089146284a5ef25bba9804c135fe3cf0b3', 'b8c0168df561bc519dd6dad2f443a3c166743880ea748ed059cb11cdb93bed12');
INSERT INTO public.interrupts_event VALUES (115, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 6, '2026-11-30 19:15:06.377059+00', 'call.waiting', '', 'call 11', '{"why": "", "tool": "act", "server": "peer"}', 'd27da0851dd9b8a3a3f198a3113ec71ac9b1555e7018a3713c418d258c536cd5', '2fb7d87d917f8a7cfa0bd5c901dcfe258d882762b71ce363d46d9e0d4f052f3d');
INSERT INTO public.interrupts_event VALUES (116, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 7, '2026-11-30 19:15:06.377059+00', 'question.asked', '', 'question a7a5d21e-b20d-496b-8539-747614188944', '{"call": 11, "kind": "form", "round": 1}', '2fb7d87d917f8a7cfa0bd5c901dcfe258d882762b71ce363d46d9e0d4f052f3d', '513f32992874eff2ba9c24a3746963b360eeb5ae330ca4eaed9557593a0fd847');
INSERT INTO public.interrupts_event VALUES (122, '5e79afc5-86ba-496c-a914-a36241f09d99', 2, '2026-11-30 19:15:06.885873+00', 'model.replied', '', 'run 11', '{"step": 1, "calls": 1}', '96337af80bb92ed788868ec75e71250e61ff9791062d1074cefeb487f49125a7', '657ab7f25898024c3789e8db5d900490b882ec481ee631351a7c8155e8d95bf5');
INSERT INTO public.interrupts_event VALUES (123, '5e79afc5-86ba-496c-a914-a36241f09d99', 3, '2026-11-30 19:15:06.885873+00', 'call.proposed', '', 'call 12', '{"tool": "act", "server": "peer"}', '657ab7f25898024c3789e8db5d900490b882ec481ee631351a7c8155e8d95bf5', 'e2ba536bfd32cb43a90a922c729d246a7d85ec6c49f7c1bebca02c750ae29027');
INSERT INTO public.interrupts_event VALUES (126, '5e79afc5-86ba-496c-a914-a36241f09d99', 6, '2026-11-30 19:15:07.114117+00', 'call.waiting', '', 'call 12', '{"why": "", "tool": "act", "server": "peer"}', '50a4203cf1512a5069f886f35ac9a5471e1ffd0fa433041571c110f1f6236c57', '3d837e8cb02e396bc4bfaef6d4e0c044d484bef9d037c113efd284b2576fa61d');
INSERT INTO public.interrupts_event VALUES (127, '5e79afc5-86ba-496c-a914-a36241f09d99', 7, '2026-11-30 19:15:07.114117+00', 'question.asked', '', 'question fb816cd8-c8d3-46c0-bbb6-7cc2575ae157', '{"call": 12, "kind": "form", "round": 1}', '3d837e8cb02e396bc4bfaef6d4e0c044d484bef9d037c113efd284b2576fa61d', '16053b00fbcfe012ec008fe4d5af031ff9a48e27deb4893d8f630390770ccb6c');
INSERT INTO public.interrupts_event VALUES (129, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 1, '2026-11-30 19:15:07.487344+00', 'run.queued', 'admin', 'run 12', '{}', '0000000000000000000000000000000000000000000000000000000000000000', 'bc970effa6249be7973ca9f6382e94e6791aef6afc4097de6922d15292bd126d');
INSERT INTO public.interrupts_event VALUES (130, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 2, '2026-11-30 19:15:07.901722+00', 'model.replied', '', 'run 12', '{"step": 1, "calls": 1}', 'bc970effa6249be7973ca9f6382e94e6791aef6afc4097de6922d15292bd126d', 'c006a1b2f8564aaf14014b94a73ee5e5f9528dc6776496bcf6a5d18421706e83');
INSERT INTO public.interrupts_event VALUES (131, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 3, '2026-11-30 19:15:07.901722+00', 'call.proposed', '', 'call 13', '{"tool": "act", "server": "peer"}', 'c006a1b2f8564aaf14014b94a73ee5e5f9528dc6776496bcf6a5d18421706e83', 'f330b7ac0073fd49193718b778e3638c2d8f071d768639ae0415e336cb93ca12');
INSERT INTO public.interrupts_event VALUES (134, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 6, '2026-11-30 19:15:08.090595+00', 'call.waiting', '', 'call 13', '{"why": "", "tool": "act", "server": "peer"}', 'e6c1881022eb0a57685e0640f687d9b8dfe4692da2d7077cc056a477650a7b3b', '1d33b64fdaf37f2828504b3ee3b9e9e44cedf8b98dd81ef5e5a7ace48e99b9cd');
INSERT INTO public.interrupts_event VALUES (135, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 7, '2026-11-30 19:15:08.090595+00', 'question.asked', '', 'question 084a0b54-a038-437d-b71f-139ba2987a3c', '{"call": 13, "kind": "form", "round": 1}', '1d33b64fdaf37f2828504b3ee3b9e9e44cedf8b98dd81ef5e5a7ace48e99b9cd', '1694826870e734c6fd01d76709db440bc2369f03b5fe0710cba0b0eabf830f2a');
INSERT INTO public.interrupts_event VALUES (33, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 6, '2026-11-30 19:14:59.528351+00', 'call.waiting', '', 'call 5', '{"why": "", "tool": "act", "server": "peer"}', 'e983fe8488d921f4cb58923e29cd2e4d46cad7397b24f045c9b5e6c32ef45664', '5d5edca0d15a8fa7a7c075ac4422b637bacdfb5cbdda12cc1efdf5cee5ed172e');
INSERT INTO public.interrupts_event VALUES (34, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 7, '2026-11-30 19:14:59.528351+00', 'question.asked', '', 'question d163fd53-7847-4670-b182-43e5551009f3', '{"call": 5, "kind": "form", "round": 1}', '5d5edca0d15a8fa7a7c075ac4422b637bacdfb5cbdda12cc1efdf5cee5ed172e', 'e8f3b164bc5140ceb7cef14aabebf7fd0089a15b9cd695ef904b59baf5e39578');
INSERT INTO public.interrupts_event VALUES (36, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 9, '2026-11-30 19:14:59.732149+00', 'answer.accept', 'admin', 'question d163fd53-7847-4670-b182-43e5551009f3', '{"door": "page", "note": ""}', '88c785b8ce519ce682939470e037bd6128d7a43583a99c352d62f8959f0c8fb3', '61aeb5fad51ab8776ef15842e8e27d713a86e903d815f89be16563f4dcf82bf8');
INSERT INTO public.interrupts_event VALUES (37, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 10, '2026-11-30 19:14:59.732149+00', 'run.queued', '', 'run 4', '{"why": "answered"}', '61aeb5fad51ab8776ef15842e8e27d713a86e903d815f89be16563f4dcf82bf8', '7c6058131c4a5c6cedc097e926167c0867df95b29f9de086dd19084d34c2914f');
INSERT INTO public.interrupts_event VALUES (40, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 13, '2026-11-30 19:15:00.094772+00', 'call.waiting', '', 'call 5', '{"why": "", "tool": "act", "server": "peer"}', '290cf28c74ec1c5503fef35dd4e107f2a0a0dae391b9816009c0e3ff37e25bce', '0c130a48b0214d1f09dc1d0e017072225c0459379970216237596d45f58609cc');
INSERT INTO public.interrupts_event VALUES (41, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 14, '2026-11-30 19:15:00.094772+00', 'question.asked', '', 'question 0fddee20-6110-4d90-99ad-89600d950b8f', '{"call": 5, "kind": "form", "round": 2}', '0c130a48b0214d1f09dc1d0e017072225c0459379970216237596d45f58609cc', '2c4ebb55b56250d83d1eb716b585bcaef5258f39c6a1810a9b50a3fc43009ed1');
INSERT INTO public.interrupts_event VALUES (47, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 5, '2026-11-30 19:15:00.673893+00', 'call.sent', '', 'call 6', '{"why": "", "tool": "act", "server": "peer"}', '7452fe4023ee9d06e6d8581126ed00ad4c12e13837ea2c48406614d36ed3e02d', '42c282887b30f655df949e53a0967e0482da8a3f7c4600fa1c24069b5f513e90');
INSERT INTO public.interrupts_event VALUES (54, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 12, '2026-11-30 19:15:01.502579+00', 'call.waiting', '', 'call 6', '{"why": "the tool changed", "tool": "act", "server": "peer"}', '57f4796267d26c8a34375828ff166aa0c217982002b350da9b6191895cfc85b5', 'cdeb3acd79d5b37df8dd7892819f6d287c4c645476b7c86e0ffb7e62c7346f95');
INSERT INTO public.interrupts_event VALUES (55, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 13, '2026-11-30 19:15:01.502579+00', 'question.asked', '', 'question b48b34ab-36ba-452a-bc13-4d872b8f79ef', '{"call": 6, "kind": "changed", "differs": ["Its description is now: Does something that cannot be undone, once the person said so.", "The argument what is new.", "The argument rounds is new.", "Its hint destructiveHint was not given and is now true."]}', 'cdeb3acd79d5b37df8dd7892819f6d287c4c645476b7c86e0ffb7e62c7346f95', 'e5928081f2d00c667736255bf3d4d417f3f1d19fe846aeba003032e18480080f');
INSERT INTO public.interrupts_event VALUES (60, '5aec89fb-cb50-4360-9f80-75a885714c45', 4, '2026-11-30 19:15:02.009658+00', 'call.ready', '', 'call 7', '{"why": "The tool asks by itself before it acts.", "tool": "act", "server": "peer"}', 'ef1486debb01e3b3deaaab693a94c005ba19c4d5de410731de1bf2eaab59b757', 'bdbf860af193c66e0e28f3d1f79d351aa471ab9a864c607b40242443a635f31f');
INSERT INTO public.interrupts_event VALUES (65, '6253965f-8378-474e-9d90-1ff33eb6f04a', 1, '2026-11-30 19:15:02.433963+00', 'run.queued', 'admin', 'run 7', '{}', '0000000000000000000000000000000000000000000000000000000000000000', '9dd0dd56237f6e247e754d493ddda19fb95431bf6a8472067e714193e3d68534');
INSERT INTO public.interrupts_event VALUES (66, '6253965f-8378-474e-9d90-1ff33eb6f04a', 2, '2026-11-30 19:15:02.805826+00', 'model.replied', '', 'run 7', '{"step": 1, "calls": 1}', '9dd0dd56237f6e247e754d493ddda19fb95431bf6a8472067e714193e3d68534', '56c20e764e84c95a58b675647efca29063727adac0461e5b3b63847cab299db3');
INSERT INTO public.interrupts_event VALUES (67, '6253965f-8378-474e-9d90-1ff33eb6f04a', 3, '2026-11-30 19:15:02.805826+00', 'call.proposed', '', 'call 8', '{"tool": "act", "server": "peer"}', '56c20e764e84c95a58b675647efca29063727adac0461e5b3b63847cab299db3', '22126a3ee62e368d4152dd73138baab34d271f77917e88878bfc6c6dc8bde831');
INSERT INTO public.interrupts_event VALUES (70, '6253965f-8378-474e-9d90-1ff33eb6f04a', 6, '2026-11-30 19:15:03.123867+00', 'call.waiting', '', 'call 8', '{"why": "", "tool": "act", "server": "peer"}', 'cb108a71c7e5e0a38f3198fbe9988e142c052aa81c573b329e7948afb91c851f', '9d14cea701dea4226f8956fd8a5d41391e7ab71736a45d84a5daf38b6c5fb150');
INSERT INTO public.interrupts_event VALUES (71, '6253965f-8378-474e-9d90-1ff33eb6f04a', 7, '2026-11-30 19:15:03.123867+00', 'question.asked', '', 'question d243cefc-3b97-40c4-8314-871c266bc9fd', '{"call": 8, "kind": "form", "round": 1}', '9d14cea701dea4226f8956fd8a5d41391e7ab71736a45d84a5daf38b6c5fb150', 'e7ed58b83cb0e99eeec4967d591a6e5deb3001fd8172e8f75f84a4818bae7287');
INSERT INTO public.interrupts_event VALUES (75, '6253965f-8378-474e-9d90-1ff33eb6f04a', 11, '2026-11-30 19:15:03.470458+00', 'call.ready', '', 'call 8', '{"why": "answered", "tool": "act", "server": "peer"}', '6fdf0e7654abb98c9b3c1f48c37547f3550ffd6b4a2f99322c36a923fe668c7e', '22dcbdbf0e5d091816c316b1ed74c7f30386c976a2db563999c25dd2b69cfbfb');
INSERT INTO public.interrupts_event VALUES (83, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 4, '2026-11-30 19:15:04.381955+00', 'call.ready', '', 'call 9', '{"why": "The tool asks by itself before it acts.", "tool": "act", "server": "peer"}', '882f0f64835dc8aa0f97740c81a768d2f3f6ede6a159a5ec819047d68a733140', '7d46de2eb0caac1d2904abd18b5227d1f618d39eb39838073f2fe41d6ba4e00b');
INSERT INTO public.interrupts_event VALUES (87, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 8, '2026-11-30 19:15:04.560499+00', 'run.interrupted', '', 'run 8', '{}', '2fc0871841841e69e43782a7840a2b18d90e9facc5cf357167de76e2d9cad720', 'd5fbc707fd90fef13dcf6b00a1994411b6b2e94620897929cabc646d6472f898');
INSERT INTO public.interrupts_event VALUES (95, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 1, '2026-11-30 19:15:05.177454+00', 'run.queued', 'admin', 'run 9', '{}', '0000000000000000000000000000000000000000000000000000000000000000', 'db44b7077aff50e504707db7b2b1d164a6fb445a040d5a87f0bbefb21e65f7ed');
INSERT INTO public.interrupts_event VALUES (96, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 2, '2026-11-30 19:15:05.341883+00', 'model.replied', '', 'run 9', '{"step": 1, "calls": 1}', 'db44b7077aff50e504707db7b2b1d164a6fb445a040d5a87f0bbefb21e65f7ed', '28e140a60b1636d45d6bbc8e13f9389ee4372dfb7e2333e4d375a3c90d320154');
INSERT INTO public.interrupts_event VALUES (97, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 3, '2026-11-30 19:15:05.341883+00', 'call.proposed', '', 'call 10', '{"tool": "act", "server": "peer"}', '28e140a60b1636d45d6bbc8e13f9389ee4372dfb7e2333e4d375a3c90d320154', 'b7892ca6236d574c37cedae117c448d2d02722530e90a99c6a06cd47375d9d53');
INSERT INTO public.interrupts_event VALUES (100, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 6, '2026-11-30 19:15:05.458969+00', 'call.waiting', '', 'call 10', '{"why": "", "tool": "act", "server": "peer"}', 'ee578f5ce9043fa0f2e2eddd3e5934647d2fb089d465e1925c8509671bf24f52', '894f54d0efc5b33e21454153bdb8adffc1c6d0fb9b84267d18391d958d8b06c5');
INSERT INTO public.interrupts_event VALUES (101, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 7, '2026-11-30 19:15:05.458969+00', 'question.asked', '', 'question ebff9bea-0cfc-4d47-9a74-38e55cbdf808', '{"call": 10, "kind": "form", "round": 1}', '894f54d0efc5b33e21454153bdb8adffc1c6d0fb9b84267d18391d958d8b06c5', 'dfd682e920c0ac29ecd9a3b2f1fc4a43748f69ad8800e16ee0b8e0a0710da584');
INSERT INTO public.interrupts_event VALUES (106, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 12, '2026-11-30 19:15:05.685871+00', 'call.sent', '', 'call 10', '{"why": "", "tool": "act", "server": "peer"}', 'e6741fce326afe8400d78f2447862f0a6d7a436cdd82e2a838fed83c49c650c7', 'a68dbe7de72e43665bb5fe827c0a101d397409f8cfa9b4686dd5020a07f12445');
INSERT INTO public.interrupts_event VALUES (113, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 4, '2026-11-30 19:15:06.185664+00', 'call.ready', '', 'call 11', '{"why": "The tool asks by itself before it acts.", "tool": "act", "server": "peer"}', 'b8c0168df561bc519dd6dad2f443a3c166743880ea748ed059cb11cdb93bed12', 'f187a1fa9ac30554f723979b6370a6fa45204f7471b956739fea12114cb89fb4');
INSERT INTO public.interrupts_event VALUES (117, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 8, '2026-11-30 19:15:06.469115+00', 'run.interrupted', '', 'run 10', '{}', '513f32992874eff2ba9c24a3746963b360eeb5ae330ca4eaed9557593a0fd847', '8b995a1f15d38a0f49bac3de24d6d9777a9e40b2cbe534fd60952e06719c1857');
INSERT INTO public.interrupts_event VALUES (121, '5e79afc5-86ba-496c-a914-a36241f09d99', 1, '2026-11-30 19:15:06.615139+00', 'run.queued', 'admin', 'run 11', '{}', '0000000000000000000000000000000000000000000000000000000000000000', '96337af80bb92ed788868ec75e71250e61ff9791062d1074cefeb487f49125a7');
INSERT INTO public.interrupts_event VALUES (124, '5e79afc5-86ba-496c-a914-a36241f09d99', 4, '2026-11-30 19:15:06.954134+00', 'call.ready', '', 'call 12', '{"why": "The tool asks by itself before it acts.", "tool": "act", "server": "peer"}', 'e2ba536bfd32cb43a90a922c729d246a7d85ec6c49f7c1bebca02c750ae29027', 'a171012f072b6ac4be3e5d167354b82d34615e5daa0e8584c83ae2557dd8fc75');
INSERT INTO public.interrupts_event VALUES (46, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 4, '2026-11-30 19:15:00.597618+00', 'call.ready', '', 'call 6', '{"why": "The tool asks by itself before it acts.", "tool": "act", "server": "peer"}', '6ccc7dedc515f4c92f512791806ba87e5ad0f43bfbe8dade3ac6591d3b1f4456', '7452fe4023ee9d06e6d8581126ed00ad4c12e13837ea2c48406614d36ed3e02d');
INSERT INTO public.interrupts_event VALUES (50, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 8, '2026-11-30 19:15:01.037755+00', 'run.interrupted', '', 'run 5', '{}', '27bea78cbe0b33d54595434e8f65b2fb113a14b19b27c87e32b3c99086a1275c', 'd0ca842924f20b2b73b8dcabe72066d95c2e9a8210f52a34acd2b12a09cd1889');
INSERT INTO public.interrupts_event VALUES (53, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 11, '2026-11-30 19:15:01.437854+00', 'call.ready', '', 'call 6', '{"why": "answered", "tool": "act", "server": "peer"}', 'cbe2ee6bf53c4b47441528ed2c70bc259cdbc81db7ac9b8e3627497af8be67c8', '57f4796267d26c8a34375828ff166aa0c217982002b350da9b6191895cfc85b5');
INSERT INTO public.interrupts_event VALUES (61, '5aec89fb-cb50-4360-9f80-75a885714c45', 5, '2026-11-30 19:15:02.102277+00', 'call.sent', '', 'call 7', '{"why": "", "tool": "act", "server": "peer"}', 'bdbf860af193c66e0e28f3d1f79d351aa471ab9a864c607b40242443a635f31f', 'f5f86965af383fa8517528c263a6a388f9a38c4beefe744ca65ac9747b41279d');
INSERT INTO public.interrupts_event VALUES (69, '6253965f-8378-474e-9d90-1ff33eb6f04a', 5, '2026-11-30 19:15:03.001985+00', 'call.sent', '', 'call 8', '{"why": "", "tool": "act", "server": "peer"}', 'dbe9900a148d02f8475c978e56083884a3c9322dc7eda0a46db672515dd833f0', 'cb108a71c7e5e0a38f3198fbe9988e142c052aa81c573b329e7948afb91c851f');
INSERT INTO public.interrupts_event VALUES (76, '6253965f-8378-474e-9d90-1ff33eb6f04a', 12, '2026-11-30 19:15:03.537986+00', 'call.sent', '', 'call 8', '{"why": "", "tool": "act", "server": "peer"}', '22dcbdbf0e5d091816c316b1ed74c7f30386c976a2db563999c25dd2b69cfbfb', 'fdc97628019848ad4ff3e65677187906bd715705ec9110fc823ab7d34b07f652');
INSERT INTO public.interrupts_event VALUES (91, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 12, '2026-11-30 19:15:04.801949+00', 'call.sent', '', 'call 9', '{"why": "", "tool": "act", "server": "peer"}', '367e0c8cd3bc2e969e49d4e5e1202c2b472cb8896085b6bcf411783f512199d5', '68786c8fb91605e7fe3dee53b8318e6434ff6e4803e925bb62d45126b0b196d2');
INSERT INTO public.interrupts_event VALUES (99, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 5, '2026-11-30 19:15:05.413912+00', 'call.sent', '', 'call 10', '{"why": "", "tool": "act", "server": "peer"}', '1828ab7ee5da493fdfe0cacbf09803fa5b2f8f51d918c62ced03f59afe6b7de5', 'ee578f5ce9043fa0f2e2eddd3e5934647d2fb089d465e1925c8509671bf24f52');
INSERT INTO public.interrupts_event VALUES (103, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 9, '2026-11-30 19:15:05.581185+00', 'answer.cancel', 'admin', 'question ebff9bea-0cfc-4d47-9a74-38e55cbdf808', '{"door": "page", "note": ""}', '95e2ee006a4a9323cdda773f53a83e0e8d07ad150ede2a4bc014e514b85bcb3e', '3880259e0b7a4d2f90015c6c956d981b21d3e753cec018a11e5ee733b877f4e9');
INSERT INTO public.interrupts_event VALUES (104, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 10, '2026-11-30 19:15:05.581185+00', 'run.queued', '', 'run 9', '{"why": "answered"}', '3880259e0b7a4d2f90015c6c956d981b21d3e753cec018a11e5ee733b877f4e9', 'cf581ad0baa3e50c33104890aaf5a7e60e01353f57ddf77a1310c769fb1d1087');
INSERT INTO public.interrupts_event VALUES (107, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 13, '2026-11-30 19:15:05.73676+00', 'call.completed', '', 'call 10', '{"why": "", "tool": "act", "server": "peer"}', 'a68dbe7de72e43665bb5fe827c0a101d397409f8cfa9b4686dd5020a07f12445', 'd2c4d77c2006a993ef1bccc53b541af603d4f088e536db77e7ed513cde330439');
INSERT INTO public.interrupts_event VALUES (108, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 14, '2026-11-30 19:15:05.857747+00', 'model.replied', '', 'run 9', '{"step": 2, "calls": 0}', 'd2c4d77c2006a993ef1bccc53b541af603d4f088e536db77e7ed513cde330439', '99359e66d5be1ddbc49cc7d17b630d795ecbd0cc3dbb790821a56eb054c8f0c0');
INSERT INTO public.interrupts_event VALUES (109, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 15, '2026-11-30 19:15:05.857747+00', 'run.completed', '', 'run 9', '{"why": ""}', '99359e66d5be1ddbc49cc7d17b630d795ecbd0cc3dbb790821a56eb054c8f0c0', '2bf889587713f06ee4d0a2655794888ed463af529e878f4a9ac1f81d356d2628');
INSERT INTO public.interrupts_event VALUES (110, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 1, '2026-11-30 19:15:05.917596+00', 'run.queued', 'admin', 'run 10', '{}', '0000000000000000000000000000000000000000000000000000000000000000', 'f0f27e1300e17429f8a76179566f02dba7aa41c87931816bf15884a539edb3ea');
INSERT INTO public.interrupts_event VALUES (114, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 5, '2026-11-30 19:15:06.285898+00', 'call.sent', '', 'call 11', '{"why": "", "tool": "act", "server": "peer"}', 'f187a1fa9ac30554f723979b6370a6fa45204f7471b956739fea12114cb89fb4', 'd27da0851dd9b8a3a3f198a3113ec71ac9b1555e7018a3713c418d258c536cd5');
INSERT INTO public.interrupts_event VALUES (125, '5e79afc5-86ba-496c-a914-a36241f09d99', 5, '2026-11-30 19:15:07.029279+00', 'call.sent', '', 'call 12', '{"why": "", "tool": "act", "server": "peer"}', 'a171012f072b6ac4be3e5d167354b82d34615e5daa0e8584c83ae2557dd8fc75', '50a4203cf1512a5069f886f35ac9a5471e1ffd0fa433041571c110f1f6236c57');
INSERT INTO public.interrupts_event VALUES (141, '5e79afc5-86ba-496c-a914-a36241f09d99', 9, '2026-11-30 19:15:08.58604+00', 'answer.accept', 'admin', 'question fb816cd8-c8d3-46c0-bbb6-7cc2575ae157', '{"door": "page", "note": ""}', '3e3fbe6cfbbbc95c141c1ddc848070bc9a81f02f628da739237f19ee24a5485e', '79c5b534b04561b3c091a861a6a8e66a877753bb98056a1e4b8982d5a9cc9f96');
INSERT INTO public.interrupts_event VALUES (142, '5e79afc5-86ba-496c-a914-a36241f09d99', 10, '2026-11-30 19:15:08.58604+00', 'run.queued', '', 'run 11', '{"why": "answered"}', '79c5b534b04561b3c091a861a6a8e66a877753bb98056a1e4b8982d5a9cc9f96', 'a84f4393cd5e5c07d8b0b64bfc919e7455a8aea5f7f4361765f20f25346a9ab4');
INSERT INTO public.interrupts_event VALUES (128, '5e79afc5-86ba-496c-a914-a36241f09d99', 8, '2026-11-30 19:15:07.301636+00', 'run.interrupted', '', 'run 11', '{}', '16053b00fbcfe012ec008fe4d5af031ff9a48e27deb4893d8f630390770ccb6c', '3e3fbe6cfbbbc95c141c1ddc848070bc9a81f02f628da739237f19ee24a5485e');
INSERT INTO public.interrupts_event VALUES (133, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 5, '2026-11-30 19:15:08.017724+00', 'call.sent', '', 'call 13', '{"why": "", "tool": "act", "server": "peer"}', 'dbdc8f7b35026de667888dbf4313e5e285ab4c194a140ac4eba0d458927433d3', 'e6c1881022eb0a57685e0640f687d9b8dfe4692da2d7077cc056a477650a7b3b');
INSERT INTO public.interrupts_event VALUES (143, '82dc5841-8ecf-4bc8-a5a9-7041163c5d18', 1, '2026-11-30 19:15:08.725722+00', 'run.queued', 'admin', 'run 13', '{}', '0000000000000000000000000000000000000000000000000000000000000000', 'c423d86b76f24e69f27c5c0f088d010fd9132ebfbfd4d76600ef4ea7bd2fe571');
INSERT INTO public.interrupts_event VALUES (136, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 8, '2026-11-30 19:15:08.169949+00', 'run.interrupted', '', 'run 12', '{}', '1694826870e734c6fd01d76709db440bc2369f03b5fe0710cba0b0eabf830f2a', '1c3fe7063ef0f5c381a7b167a94f921a0d92b4f1bec96eda6b01f667420e59e2');
INSERT INTO public.interrupts_event VALUES (139, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 11, '2026-11-30 19:15:08.369669+00', 'call.ready', '', 'call 13', '{"why": "answered", "tool": "act", "server": "peer"}', '34f5d122e17e9db30592990202585d682b668adccd34838305d9cc0dcb89525e', 'c0637c14f95d41d9f5ac4698cc5198ade86b03a075857e9f150c76bccc71abf4');
INSERT INTO public.interrupts_event VALUES (140, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 12, '2026-11-30 19:15:08.493064+00', 'call.sent', '', 'call 13', '{"why": "", "tool": "act", "server": "peer"}', 'c0637c14f95d41d9f5ac4698cc5198ade86b03a075857e9f150c76bccc71abf4', '1c38f50be61e9c8e35867e14ce060745f3de54f353063b7b58a0ff248d0786a2');
INSERT INTO public.interrupts_event VALUES (137, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 9, '2026-11-30 19:15:08.253259+00', 'answer.accept', 'admin', 'question 084a0b54-a038-437d-b71f-139ba2987a3c', '{"door": "page", "note": ""}', '1c3fe7063ef0f5c381a7b167a94f921a0d92b4f1bec96eda6b01f667420e59e2', '0daf6c5d276528a25e645d6820e1eb7384c8a93c01285b778f9e8d482326e10b');
INSERT INTO public.interrupts_event VALUES (138, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 10, '2026-11-30 19:15:08.253259+00', 'run.queued', '', 'run 12', '{"why": "answered"}', '0daf6c5d276528a25e645d6820e1eb7384c8a93c01285b778f9e8d482326e10b', '34f5d122e17e9db30592990202585d682b668adccd34838305d9cc0dcb89525e');


--
-- Data for Name: interrupts_interrupt; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.interrupts_interrupt VALUES ('2ed92b35-41ba-4427-8742-5a0a89c00a98', 'form', 'pending', '"sure"', 0, 'Do form? (1)', '', '{"method":"elicitation/create","params":{"mode":"form","message":"Do form? (1)","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}}}', '{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}', '', '', '', 'mcp_input', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', '', '', '', NULL, '', 13, 13, '2026-11-30 19:14:58.071319+00', NULL, 1, 1, 1, '9073f245-5442-4a98-a1f4-4603e01b8ac3', 1);
INSERT INTO public.interrupts_interrupt VALUES ('5f699460-0713-48cc-8892-de7a44151603', 'form', 'pending', '"sure"', 0, 'Do second-of-two? (1)', '', '{"method":"elicitation/create","params":{"mode":"form","message":"Do second-of-two? (1)","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}}}', '{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}', '', '', '', 'mcp_input', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', '', '', '', NULL, '', 17, 17, '2026-11-30 19:14:58.61616+00', NULL, 1, 2, 2, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 3);
INSERT INTO public.interrupts_interrupt VALUES ('c4e56752-68de-4075-a35a-2d9740491644', 'form', 'pending', '"sure"', 0, 'Do first-of-two? (1)', '', '{"method":"elicitation/create","params":{"mode":"form","message":"Do first-of-two? (1)","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}}}', '{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}', '', '', '', 'mcp_input', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', '', '', '', NULL, '', 19, 19, '2026-11-30 19:14:58.677588+00', NULL, 1, 3, 2, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 2);
INSERT INTO public.interrupts_interrupt VALUES ('67906602-d39b-4d6f-8556-5f6094f7fcc8', 'approval', 'pending', '', 0, '', 'Calls to careful are asked about, since it is not a trusted server.', '', '', '', '', 'tool_permission', 'approval', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', '', '', '', NULL, '', 10, 10, '2026-11-30 19:14:59.097918+00', NULL, 1, NULL, 3, '3034c286-0f6a-4e25-9c9e-951c17018e99', 4);
INSERT INTO public.interrupts_interrupt VALUES ('d163fd53-7847-4670-b182-43e5551009f3', 'form', 'resolved', '"sure"', 0, 'Do second-round? (1)', '', '{"method":"elicitation/create","params":{"mode":"form","message":"Do second-round? (1)","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}}}', '{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}', '', '', '', 'mcp_input', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', 'accept', '{"sure":true}', '', '2026-11-30 19:14:59.732149+00', 'page', 13, 15, '2026-11-30 19:14:59.528351+00', 1, 1, 4, 4, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 5);
INSERT INTO public.interrupts_interrupt VALUES ('0fddee20-6110-4d90-99ad-89600d950b8f', 'form', 'pending', '"sure"', 0, 'Do second-round? (2)', '', '{"method":"elicitation/create","params":{"mode":"form","message":"Do second-round? (2)","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}}}', '{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}', '', '', '', 'mcp_input', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', '', '', '', NULL, '', 21, 21, '2026-11-30 19:15:00.094772+00', NULL, 1, 5, 4, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 5);
INSERT INTO public.interrupts_interrupt VALUES ('d254d373-2a29-49a9-bda3-357111e6997c', 'form', 'resolved', '"sure"', 0, 'Do changed? (1)', '', '{"method":"elicitation/create","params":{"mode":"form","message":"Do changed? (1)","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}}}', '{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}', '', '', '', 'mcp_input', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', 'accept', '{"sure":true}', '', '2026-11-30 19:15:01.257419+00', 'page', 13, 15, '2026-11-30 19:15:00.910733+00', 1, 1, 6, 5, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 6);
INSERT INTO public.interrupts_interrupt VALUES ('b48b34ab-36ba-452a-bc13-4d872b8f79ef', 'changed', 'pending', '', 0, '', '', '', '', '', '["Its description is now: Does something that cannot be undone, once the person said so.","The argument what is new.","The argument rounds is new.","Its hint destructiveHint was not given and is now true."]', '', 'tool_changed', 'accept,decline,cancel', 'v1:another', 'http://127.0.0.1:34649/mcp', '', '', '', NULL, '', 19, 19, '2026-11-30 19:15:01.502579+00', NULL, 1, 6, 5, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 6);
INSERT INTO public.interrupts_interrupt VALUES ('5cf81639-c486-4fcc-8359-6f1fc3a29892', 'outcome', 'pending', '', 0, '', 'The request reached peer or may have, but the connection was lost. Whether it took effect is unknown.', '', '{"type":"object","properties":{"what":{"type":"string","title":"What happened?","oneOf":[{"const":"ran","title":"It ran"},{"const":"again","title":"Send it again"}]},"result":{"type":"string","title":"What came back","description":"If it ran: what the assistant should know about it.","x-ui":{"widget":"textarea"}}},"required":["what"]}', '', '', '', 'outcome_unknown', 'accept,decline', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', '', '', '', NULL, '', 13, 13, '2026-11-30 19:15:02.167021+00', NULL, 1, 7, 6, '5aec89fb-cb50-4360-9f80-75a885714c45', 7);
INSERT INTO public.interrupts_interrupt VALUES ('6be73e5d-d480-4a8f-a9a5-86f9bb9e9152', 'ask', 'pending', '', 0, 'May the site do this?', '', '', '', '', '', '', 'mcp_input', 'accept,decline,cancel', '', '', '', '', '', NULL, '', 0, 0, '2026-11-30 19:15:02.388048+00', NULL, 1, NULL, NULL, NULL, NULL);
INSERT INTO public.interrupts_interrupt VALUES ('d243cefc-3b97-40c4-8314-871c266bc9fd', 'form', 'resolved', '"sure"', 0, 'Do was-accept? (1)', '', '{"method":"elicitation/create","params":{"mode":"form","message":"Do was-accept? (1)","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}}}', '{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}', '', '', '', 'mcp_input', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', 'accept', '{"sure":true}', '', '2026-11-30 19:15:03.340992+00', 'page', 13, 15, '2026-11-30 19:15:03.123867+00', 1, 1, 8, 7, '6253965f-8378-474e-9d90-1ff33eb6f04a', 8);
INSERT INTO public.interrupts_interrupt VALUES ('af6e4723-bbd1-43db-933d-497eb9163a4a', 'form', 'resolved', '"sure"', 0, 'Do was-decline? (1)', '', '{"method":"elicitation/create","params":{"mode":"form","message":"Do was-decline? (1)","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}}}', '{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}', '', '', '', 'mcp_input', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', 'decline', '', '', '2026-11-30 19:15:04.653946+00', 'page', 13, 15, '2026-11-30 19:15:04.50313+00', 1, 1, 10, 8, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 9);
INSERT INTO public.interrupts_interrupt VALUES ('a7a5d21e-b20d-496b-8539-747614188944', 'form', 'withdrawn', '"sure"', 0, 'Do withdrawn? (1)', '', '{"method":"elicitation/create","params":{"mode":"form","message":"Do withdrawn? (1)","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}}}', '{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}', '', '', '', 'mcp_input', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', '', '', 'You stopped this.', '2026-11-30 19:15:06.56422+00', '', 13, 16, '2026-11-30 19:15:06.377059+00', 1, 1, 14, 10, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 11);
INSERT INTO public.interrupts_interrupt VALUES ('ebff9bea-0cfc-4d47-9a74-38e55cbdf808', 'form', 'resolved', '"sure"', 0, 'Do was-cancel? (1)', '', '{"method":"elicitation/create","params":{"mode":"form","message":"Do was-cancel? (1)","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}}}', '{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}', '', '', '', 'mcp_input', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', 'cancel', '', '', '2026-11-30 19:15:05.581185+00', 'page', 13, 15, '2026-11-30 19:15:05.458969+00', 1, 1, 12, 9, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 10);
INSERT INTO public.interrupts_interrupt VALUES ('084a0b54-a038-437d-b71f-139ba2987a3c', 'form', 'resolved', '"sure"', 0, 'Do sent? (1)', '', '{"method":"elicitation/create","params":{"mode":"form","message":"Do sent? (1)","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}}}', '{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}', '', '', '', 'mcp_input', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', 'accept', '{"sure":true}', '', '2026-11-30 19:15:08.253259+00', 'page', 13, 15, '2026-11-30 19:15:08.090595+00', 1, 1, 16, 12, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 13);
INSERT INTO public.interrupts_interrupt VALUES ('fb816cd8-c8d3-46c0-bbb6-7cc2575ae157', 'form', 'resolved', '"sure"', 0, 'Do answered? (1)', '', '{"method":"elicitation/create","params":{"mode":"form","message":"Do answered? (1)","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}}}', '{"type":"object","properties":{"sure":{"type":"boolean","title":"Sure?"}},"required":["sure"]}', '', '', '', 'mcp_input', 'accept,decline,cancel', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'http://127.0.0.1:34649/mcp', 'accept', '{"sure":true}', '', '2026-11-30 19:15:08.58604+00', 'page', 13, 15, '2026-11-30 19:15:07.114117+00', 1, 1, 15, 11, '5e79afc5-86ba-496c-a914-a36241f09d99', 12);


--
-- Data for Name: interrupts_message; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.interrupts_message VALUES (1, 1, 1, NULL, 'user', 'whole', '/peer.act what=form', false, '', 0, '', '2026-11-30 19:14:57.582942+00', NULL, '9073f245-5442-4a98-a1f4-4603e01b8ac3');
INSERT INTO public.interrupts_message VALUES (2, 5, 6, 1, 'assistant', 'whole', 'I call act (peer) with what = form.', false, '', 0, '', '2026-11-30 19:14:57.850247+00', 1, '9073f245-5442-4a98-a1f4-4603e01b8ac3');
INSERT INTO public.interrupts_message VALUES (3, 1, 1, NULL, 'user', 'whole', '/peer.act what=first-of-two
/peer.act what=second-of-two', false, '', 0, '', '2026-11-30 19:14:58.217765+00', NULL, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b');
INSERT INTO public.interrupts_message VALUES (4, 5, 6, 1, 'assistant', 'whole', 'I make 2 calls:
- act (peer) with what = first-of-two
- act (peer) with what = second-of-two', false, '', 0, '', '2026-11-30 19:14:58.43419+00', 2, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b');
INSERT INTO public.interrupts_message VALUES (5, 1, 1, NULL, 'user', 'whole', '/careful.act what=approval', false, '', 0, '', '2026-11-30 19:14:58.845732+00', NULL, '3034c286-0f6a-4e25-9c9e-951c17018e99');
INSERT INTO public.interrupts_message VALUES (6, 5, 6, 1, 'assistant', 'whole', 'I call act (careful) with what = approval.', false, '', 0, '', '2026-11-30 19:14:59.026804+00', 3, '3034c286-0f6a-4e25-9c9e-951c17018e99');
INSERT INTO public.interrupts_message VALUES (7, 1, 1, NULL, 'user', 'whole', '/peer.act what=second-round rounds=2', false, '', 0, '', '2026-11-30 19:14:59.182987+00', NULL, '61688ec6-b084-4b16-a1ae-6f4a660686d9');
INSERT INTO public.interrupts_message VALUES (8, 5, 6, 1, 'assistant', 'whole', 'I call act (peer) with what = second-round, rounds = 2.', false, '', 0, '', '2026-11-30 19:14:59.337872+00', 4, '61688ec6-b084-4b16-a1ae-6f4a660686d9');
INSERT INTO public.interrupts_message VALUES (9, 1, 1, NULL, 'user', 'whole', '/peer.act what=changed', false, '', 0, '', '2026-11-30 19:15:00.273437+00', NULL, 'da6b6d32-6f6c-4e14-b999-d046439f878b');
INSERT INTO public.interrupts_message VALUES (10, 5, 6, 1, 'assistant', 'whole', 'I call act (peer) with what = changed.', false, '', 0, '', '2026-11-30 19:15:00.507201+00', 5, 'da6b6d32-6f6c-4e14-b999-d046439f878b');
INSERT INTO public.interrupts_message VALUES (11, 1, 1, NULL, 'user', 'whole', '/peer.act what=lost', false, '', 0, '', '2026-11-30 19:15:01.633552+00', NULL, '5aec89fb-cb50-4360-9f80-75a885714c45');
INSERT INTO public.interrupts_message VALUES (12, 5, 6, 1, 'assistant', 'whole', 'I call act (peer) with what = lost.', false, '', 0, '', '2026-11-30 19:15:01.900838+00', 6, '5aec89fb-cb50-4360-9f80-75a885714c45');
INSERT INTO public.interrupts_message VALUES (13, 1, 1, NULL, 'user', 'whole', '/peer.act what=was-accept', false, '', 0, '', '2026-11-30 19:15:02.433963+00', NULL, '6253965f-8378-474e-9d90-1ff33eb6f04a');
INSERT INTO public.interrupts_message VALUES (14, 5, 6, 1, 'assistant', 'whole', 'I call act (peer) with what = was-accept.', false, '', 0, '', '2026-11-30 19:15:02.766227+00', 7, '6253965f-8378-474e-9d90-1ff33eb6f04a');
INSERT INTO public.interrupts_message VALUES (15, 23, 24, 2, 'assistant', 'whole', 'was-accept is done.', false, '', 0, '', '2026-11-30 19:15:03.948788+00', 7, '6253965f-8378-474e-9d90-1ff33eb6f04a');
INSERT INTO public.interrupts_message VALUES (16, 1, 1, NULL, 'user', 'whole', '/peer.act what=was-decline', false, '', 0, '', '2026-11-30 19:15:04.129698+00', NULL, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb');
INSERT INTO public.interrupts_message VALUES (17, 5, 6, 1, 'assistant', 'whole', 'I call act (peer) with what = was-decline.', false, '', 0, '', '2026-11-30 19:15:04.298085+00', 8, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb');
INSERT INTO public.interrupts_message VALUES (18, 23, 24, 2, 'assistant', 'whole', 'Nothing was done about was-decline.', false, '', 0, '', '2026-11-30 19:15:05.053982+00', 8, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb');
INSERT INTO public.interrupts_message VALUES (19, 1, 1, NULL, 'user', 'whole', '/peer.act what=was-cancel', false, '', 0, '', '2026-11-30 19:15:05.177454+00', NULL, '97fe33ad-d1c8-4cbd-a99b-b7782b733287');
INSERT INTO public.interrupts_message VALUES (20, 5, 6, 1, 'assistant', 'whole', 'I call act (peer) with what = was-cancel.', false, '', 0, '', '2026-11-30 19:15:05.322199+00', 9, '97fe33ad-d1c8-4cbd-a99b-b7782b733287');
INSERT INTO public.interrupts_message VALUES (21, 23, 24, 2, 'assistant', 'whole', 'Nothing was done about was-cancel.', false, '', 0, '', '2026-11-30 19:15:05.845902+00', 9, '97fe33ad-d1c8-4cbd-a99b-b7782b733287');
INSERT INTO public.interrupts_message VALUES (22, 1, 1, NULL, 'user', 'whole', '/peer.act what=withdrawn', false, '', 0, '', '2026-11-30 19:15:05.917596+00', NULL, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80');
INSERT INTO public.interrupts_message VALUES (23, 5, 6, 1, 'assistant', 'whole', 'I call act (peer) with what = withdrawn.', false, '', 0, '', '2026-11-30 19:15:06.058136+00', 10, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80');
INSERT INTO public.interrupts_message VALUES (24, 19, 19, NULL, 'note', 'whole', 'You stopped this.', false, '', 0, '', '2026-11-30 19:15:06.56422+00', 10, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80');
INSERT INTO public.interrupts_message VALUES (25, 1, 1, NULL, 'user', 'whole', '/peer.act what=answered', false, '', 0, '', '2026-11-30 19:15:06.615139+00', NULL, '5e79afc5-86ba-496c-a914-a36241f09d99');
INSERT INTO public.interrupts_message VALUES (26, 5, 6, 1, 'assistant', 'whole', 'I call act (peer) with what = answered.', false, '', 0, '', '2026-11-30 19:15:06.855245+00', 11, '5e79afc5-86ba-496c-a914-a36241f09d99');
INSERT INTO public.interrupts_message VALUES (27, 1, 1, NULL, 'user', 'whole', '/peer.act what=sent', false, '', 0, '', '2026-11-30 19:15:07.487344+00', NULL, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9');
INSERT INTO public.interrupts_message VALUES (28, 5, 6, 1, 'assistant', 'whole', 'I call act (peer) with what = sent.', false, '', 0, '', '2026-11-30 19:15:07.871635+00', 12, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9');
INSERT INTO public.interrupts_message VALUES (29, 1, 1, NULL, 'user', 'whole', '/peer.act what=posted', false, '', 0, '', '2026-11-30 19:15:08.725722+00', NULL, '82dc5841-8ecf-4bc8-a5a9-7041163c5d18');


--
-- Data for Name: interrupts_round; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.interrupts_round VALUES (1, 1, 'ca068cf6-c072-4af4-a592-56c0028bcf3f', '', NULL, '2026-11-30 19:14:58.006028+00', 'asked', '2026-11-30 19:14:58.071319+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"ca068cf6-c072-4af4-a592-56c0028bcf3f\", \"result\": {\"resultType\": \"input_required\", \"inputRequests\": {\"sure\": {\"method\": \"elicitation/create\", \"params\": {\"mode\": \"form\", \"message\": \"Do form? (1)\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"sure\": {\"type\": \"boolean\", \"title\": \"Sure?\"}}, \"required\": [\"sure\"]}}}}, \"requestState\": \"{\\\"question\\\": \\\"6b68a128a3104efbb90285ae2a3b1dc0\\\", \\\"what\\\": \\\"form\\\", \\\"round\\\": 1}\"}}"', '"{\"question\": \"6b68a128a3104efbb90285ae2a3b1dc0\", \"what\": \"form\", \"round\": 1}"', true, '', NULL, 1);
INSERT INTO public.interrupts_round VALUES (2, 1, 'a554f56f-c92e-429c-9e66-e8e92fbcdd67', '', NULL, '2026-11-30 19:14:58.565395+00', 'asked', '2026-11-30 19:14:58.61616+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"a554f56f-c92e-429c-9e66-e8e92fbcdd67\", \"result\": {\"resultType\": \"input_required\", \"inputRequests\": {\"sure\": {\"method\": \"elicitation/create\", \"params\": {\"mode\": \"form\", \"message\": \"Do second-of-two? (1)\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"sure\": {\"type\": \"boolean\", \"title\": \"Sure?\"}}, \"required\": [\"sure\"]}}}}, \"requestState\": \"{\\\"question\\\": \\\"08c528b6e9ae471aac1ff975563f94df\\\", \\\"what\\\": \\\"second-of-two\\\", \\\"round\\\": 1}\"}}"', '"{\"question\": \"08c528b6e9ae471aac1ff975563f94df\", \"what\": \"second-of-two\", \"round\": 1}"', true, '', NULL, 3);
INSERT INTO public.interrupts_round VALUES (3, 1, 'd363a3a2-4436-42dc-85cb-d1ce855669c5', '', NULL, '2026-11-30 19:14:58.560772+00', 'asked', '2026-11-30 19:14:58.677588+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"d363a3a2-4436-42dc-85cb-d1ce855669c5\", \"result\": {\"resultType\": \"input_required\", \"inputRequests\": {\"sure\": {\"method\": \"elicitation/create\", \"params\": {\"mode\": \"form\", \"message\": \"Do first-of-two? (1)\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"sure\": {\"type\": \"boolean\", \"title\": \"Sure?\"}}, \"required\": [\"sure\"]}}}}, \"requestState\": \"{\\\"question\\\": \\\"779db4d14afc46e1b8d2251e6ea6a27b\\\", \\\"what\\\": \\\"first-of-two\\\", \\\"round\\\": 1}\"}}"', '"{\"question\": \"779db4d14afc46e1b8d2251e6ea6a27b\", \"what\": \"first-of-two\", \"round\": 1}"', true, '', NULL, 2);
INSERT INTO public.interrupts_round VALUES (4, 1, '956cbc88-0e52-43e0-993f-7f431eb4f90d', '', NULL, '2026-11-30 19:14:59.462326+00', 'asked', '2026-11-30 19:14:59.528351+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"956cbc88-0e52-43e0-993f-7f431eb4f90d\", \"result\": {\"resultType\": \"input_required\", \"inputRequests\": {\"sure\": {\"method\": \"elicitation/create\", \"params\": {\"mode\": \"form\", \"message\": \"Do second-round? (1)\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"sure\": {\"type\": \"boolean\", \"title\": \"Sure?\"}}, \"required\": [\"sure\"]}}}}, \"requestState\": \"{\\\"question\\\": \\\"86842fbd5e634f0bb81a540fbe27fedc\\\", \\\"what\\\": \\\"second-round\\\", \\\"round\\\": 1}\"}}"', '"{\"question\": \"86842fbd5e634f0bb81a540fbe27fedc\", \"what\": \"second-round\", \"round\": 1}"', true, '', NULL, 5);
INSERT INTO public.interrupts_round VALUES (5, 2, '29ae986b-f6dc-4b51-ba5b-3b9624b2afe5', '{"sure":{"action":"accept","content":{"sure":true}}}', '"{\"question\": \"86842fbd5e634f0bb81a540fbe27fedc\", \"what\": \"second-round\", \"round\": 1}"', '2026-11-30 19:14:59.949867+00', 'asked', '2026-11-30 19:15:00.094772+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"29ae986b-f6dc-4b51-ba5b-3b9624b2afe5\", \"result\": {\"resultType\": \"input_required\", \"inputRequests\": {\"sure\": {\"method\": \"elicitation/create\", \"params\": {\"mode\": \"form\", \"message\": \"Do second-round? (2)\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"sure\": {\"type\": \"boolean\", \"title\": \"Sure?\"}}, \"required\": [\"sure\"]}}}}, \"requestState\": \"{\\\"question\\\": \\\"a03b845e1c81489fa2beeac7d063bac9\\\", \\\"what\\\": \\\"second-round\\\", \\\"round\\\": 2}\"}}"', '"{\"question\": \"a03b845e1c81489fa2beeac7d063bac9\", \"what\": \"second-round\", \"round\": 2}"', true, '', NULL, 5);
INSERT INTO public.interrupts_round VALUES (6, 1, 'f2f836c4-7001-4f53-9973-cadf5aeb1728', '', NULL, '2026-11-30 19:15:00.673893+00', 'asked', '2026-11-30 19:15:00.910733+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"f2f836c4-7001-4f53-9973-cadf5aeb1728\", \"result\": {\"resultType\": \"input_required\", \"inputRequests\": {\"sure\": {\"method\": \"elicitation/create\", \"params\": {\"mode\": \"form\", \"message\": \"Do changed? (1)\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"sure\": {\"type\": \"boolean\", \"title\": \"Sure?\"}}, \"required\": [\"sure\"]}}}}, \"requestState\": \"{\\\"question\\\": \\\"f0ca26b393634c4bae1b238c93cf93d7\\\", \\\"what\\\": \\\"changed\\\", \\\"round\\\": 1}\"}}"', '"{\"question\": \"f0ca26b393634c4bae1b238c93cf93d7\", \"what\": \"changed\", \"round\": 1}"', true, '', NULL, 6);
INSERT INTO public.interrupts_round VALUES (7, 1, 'a9162398-32d8-43d1-8975-87e92d814175', '', NULL, '2026-11-30 19:15:02.102277+00', 'lost', '2026-11-30 19:15:02.167021+00', '""', NULL, false, '', NULL, 7);
INSERT INTO public.interrupts_round VALUES (8, 1, 'd1c27911-c0fc-479f-be1a-8fbe76b626bb', '', NULL, '2026-11-30 19:15:03.001985+00', 'asked', '2026-11-30 19:15:03.123867+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"d1c27911-c0fc-479f-be1a-8fbe76b626bb\", \"result\": {\"resultType\": \"input_required\", \"inputRequests\": {\"sure\": {\"method\": \"elicitation/create\", \"params\": {\"mode\": \"form\", \"message\": \"Do was-accept? (1)\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"sure\": {\"type\": \"boolean\", \"title\": \"Sure?\"}}, \"required\": [\"sure\"]}}}}, \"requestState\": \"{\\\"question\\\": \\\"27180ae3f3a24624b33e67cadb8e2e61\\\", \\\"what\\\": \\\"was-accept\\\", \\\"round\\\": 1}\"}}"', '"{\"question\": \"27180ae3f3a24624b33e67cadb8e2e61\", \"what\": \"was-accept\", \"round\": 1}"', true, '', NULL, 8);
INSERT INTO public.interrupts_round VALUES (9, 2, '01763eb8-783f-424b-83d8-f0d3be1f2f4e', '{"sure":{"action":"accept","content":{"sure":true}}}', '"{\"question\": \"27180ae3f3a24624b33e67cadb8e2e61\", \"what\": \"was-accept\", \"round\": 1}"', '2026-11-30 19:15:03.537986+00', 'completed', '2026-11-30 19:15:03.670935+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"01763eb8-783f-424b-83d8-f0d3be1f2f4e\", \"result\": {\"resultType\": \"complete\", \"content\": [{\"type\": \"text\", \"text\": \"was-accept is done.\"}]}}"', NULL, false, '', NULL, 8);
INSERT INTO public.interrupts_round VALUES (10, 1, '7752b4fd-e2fe-494c-bb89-e07a63818e62', '', NULL, '2026-11-30 19:15:04.457675+00', 'asked', '2026-11-30 19:15:04.50313+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"7752b4fd-e2fe-494c-bb89-e07a63818e62\", \"result\": {\"resultType\": \"input_required\", \"inputRequests\": {\"sure\": {\"method\": \"elicitation/create\", \"params\": {\"mode\": \"form\", \"message\": \"Do was-decline? (1)\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"sure\": {\"type\": \"boolean\", \"title\": \"Sure?\"}}, \"required\": [\"sure\"]}}}}, \"requestState\": \"{\\\"question\\\": \\\"2d144747f1f34e2785e73e9b6cd5eaf1\\\", \\\"what\\\": \\\"was-decline\\\", \\\"round\\\": 1}\"}}"', '"{\"question\": \"2d144747f1f34e2785e73e9b6cd5eaf1\", \"what\": \"was-decline\", \"round\": 1}"', true, '', NULL, 9);
INSERT INTO public.interrupts_round VALUES (11, 2, '3836e753-d97d-4509-ace5-f2199dfff21e', '{"sure":{"action":"decline"}}', '"{\"question\": \"2d144747f1f34e2785e73e9b6cd5eaf1\", \"what\": \"was-decline\", \"round\": 1}"', '2026-11-30 19:15:04.801949+00', 'completed', '2026-11-30 19:15:04.87896+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"3836e753-d97d-4509-ace5-f2199dfff21e\", \"result\": {\"resultType\": \"complete\", \"content\": [{\"type\": \"text\", \"text\": \"Nothing was done about was-decline.\"}]}}"', NULL, false, '', NULL, 9);
INSERT INTO public.interrupts_round VALUES (12, 1, '06c48f37-94ab-40ff-839c-d2581834e8ef', '', NULL, '2026-11-30 19:15:05.413912+00', 'asked', '2026-11-30 19:15:05.458969+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"06c48f37-94ab-40ff-839c-d2581834e8ef\", \"result\": {\"resultType\": \"input_required\", \"inputRequests\": {\"sure\": {\"method\": \"elicitation/create\", \"params\": {\"mode\": \"form\", \"message\": \"Do was-cancel? (1)\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"sure\": {\"type\": \"boolean\", \"title\": \"Sure?\"}}, \"required\": [\"sure\"]}}}}, \"requestState\": \"{\\\"question\\\": \\\"844c27d97ddd481ea09a15116fb3046d\\\", \\\"what\\\": \\\"was-cancel\\\", \\\"round\\\": 1}\"}}"', '"{\"question\": \"844c27d97ddd481ea09a15116fb3046d\", \"what\": \"was-cancel\", \"round\": 1}"', true, '', NULL, 10);
INSERT INTO public.interrupts_round VALUES (13, 2, 'd3e569fa-de4a-4842-bf78-d78056643ad8', '{"sure":{"action":"cancel"}}', '"{\"question\": \"844c27d97ddd481ea09a15116fb3046d\", \"what\": \"was-cancel\", \"round\": 1}"', '2026-11-30 19:15:05.685871+00', 'completed', '2026-11-30 19:15:05.73676+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"d3e569fa-de4a-4842-bf78-d78056643ad8\", \"result\": {\"resultType\": \"complete\", \"content\": [{\"type\": \"text\", \"text\": \"Nothing was done about was-cancel.\"}]}}"', NULL, false, '', NULL, 10);
INSERT INTO public.interrupts_round VALUES (16, 1, '916e5417-79a5-427d-af9e-8518df9eade2', '', NULL, '2026-11-30 19:15:08.017724+00', 'asked', '2026-11-30 19:15:08.090595+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"916e5417-79a5-427d-af9e-8518df9eade2\", \"result\": {\"resultType\": \"input_required\", \"inputRequests\": {\"sure\": {\"method\": \"elicitation/create\", \"params\": {\"mode\": \"form\", \"message\": \"Do sent? (1)\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"sure\": {\"type\": \"boolean\", \"title\": \"Sure?\"}}, \"required\": [\"sure\"]}}}}, \"requestState\": \"{\\\"question\\\": \\\"9e60894876e6456384f1acdf488bb969\\\", \\\"what\\\": \\\"sent\\\", \\\"round\\\": 1}\"}}"', '"{\"question\": \"9e60894876e6456384f1acdf488bb969\", \"what\": \"sent\", \"round\": 1}"', true, '', NULL, 13);
INSERT INTO public.interrupts_round VALUES (14, 1, '6d5e2db1-38d0-4535-aebf-c98d3e9ebca6', '', NULL, '2026-11-30 19:15:06.285898+00', 'asked', '2026-11-30 19:15:06.377059+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"6d5e2db1-38d0-4535-aebf-c98d3e9ebca6\", \"result\": {\"resultType\": \"input_required\", \"inputRequests\": {\"sure\": {\"method\": \"elicitation/create\", \"params\": {\"mode\": \"form\", \"message\": \"Do withdrawn? (1)\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"sure\": {\"type\": \"boolean\", \"title\": \"Sure?\"}}, \"required\": [\"sure\"]}}}}, \"requestState\": \"{\\\"question\\\": \\\"0c45a16d167b4d69a165f26b221356b5\\\", \\\"what\\\": \\\"withdrawn\\\", \\\"round\\\": 1}\"}}"', '"{\"question\": \"0c45a16d167b4d69a165f26b221356b5\", \"what\": \"withdrawn\", \"round\": 1}"', true, '', NULL, 11);
INSERT INTO public.interrupts_round VALUES (15, 1, '0f2d68a2-52ec-4ca1-9289-a0140f5edd26', '', NULL, '2026-11-30 19:15:07.029279+00', 'asked', '2026-11-30 19:15:07.114117+00', '"{\"jsonrpc\": \"2.0\", \"id\": \"0f2d68a2-52ec-4ca1-9289-a0140f5edd26\", \"result\": {\"resultType\": \"input_required\", \"inputRequests\": {\"sure\": {\"method\": \"elicitation/create\", \"params\": {\"mode\": \"form\", \"message\": \"Do answered? (1)\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"sure\": {\"type\": \"boolean\", \"title\": \"Sure?\"}}, \"required\": [\"sure\"]}}}}, \"requestState\": \"{\\\"question\\\": \\\"67b77706bc4245fbabfe7212eb0b9e29\\\", \\\"what\\\": \\\"answered\\\", \\\"round\\\": 1}\"}}"', '"{\"question\": \"67b77706bc4245fbabfe7212eb0b9e29\", \"what\": \"answered\", \"round\": 1}"', true, '', NULL, 12);
INSERT INTO public.interrupts_round VALUES (17, 2, '2bf20535-668b-4235-8b8e-93e8f23dde34', '{"sure":{"action":"accept","content":{"sure":true}}}', '"{\"question\": \"9e60894876e6456384f1acdf488bb969\", \"what\": \"sent\", \"round\": 1}"', '2026-11-30 19:15:08.493064+00', '', NULL, '', NULL, false, '', NULL, 13);


--
-- Data for Name: interrupts_rule; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: interrupts_run; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.interrupts_run VALUES (1, 2, 14, 'interrupted', 1, 'waiting for you', '', NULL, NULL, 1, '2026-11-30 19:14:57.582942+00', '2026-11-30 19:14:58.161806+00', NULL, 1, NULL, NULL, '9073f245-5442-4a98-a1f4-4603e01b8ac3');
INSERT INTO public.interrupts_run VALUES (2, 2, 20, 'interrupted', 1, 'waiting for you', '', NULL, NULL, 1, '2026-11-30 19:14:58.217765+00', '2026-11-30 19:14:58.785259+00', NULL, 3, NULL, NULL, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b');
INSERT INTO public.interrupts_run VALUES (3, 2, 11, 'interrupted', 1, 'waiting for you', '', NULL, NULL, 1, '2026-11-30 19:14:58.845732+00', '2026-11-30 19:14:59.097918+00', NULL, 5, NULL, NULL, '3034c286-0f6a-4e25-9c9e-951c17018e99');
INSERT INTO public.interrupts_run VALUES (4, 2, 22, 'interrupted', 1, 'waiting for you', '', NULL, NULL, 2, '2026-11-30 19:14:59.182987+00', '2026-11-30 19:15:00.157942+00', NULL, 7, NULL, NULL, '61688ec6-b084-4b16-a1ae-6f4a660686d9');
INSERT INTO public.interrupts_run VALUES (5, 2, 20, 'interrupted', 1, 'waiting for you', '', NULL, NULL, 2, '2026-11-30 19:15:00.273437+00', '2026-11-30 19:15:01.589951+00', NULL, 9, NULL, NULL, 'da6b6d32-6f6c-4e14-b999-d046439f878b');
INSERT INTO public.interrupts_run VALUES (6, 2, 14, 'interrupted', 1, 'waiting for you', '', NULL, NULL, 1, '2026-11-30 19:15:01.633552+00', '2026-11-30 19:15:02.241222+00', NULL, 11, NULL, NULL, '5aec89fb-cb50-4360-9f80-75a885714c45');
INSERT INTO public.interrupts_run VALUES (7, 2, 26, 'completed', 2, '', '', NULL, NULL, 2, '2026-11-30 19:15:02.433963+00', '2026-11-30 19:15:03.340992+00', '2026-11-30 19:15:03.974971+00', 13, NULL, NULL, '6253965f-8378-474e-9d90-1ff33eb6f04a');
INSERT INTO public.interrupts_run VALUES (8, 2, 26, 'completed', 2, '', '', NULL, NULL, 2, '2026-11-30 19:15:04.129698+00', '2026-11-30 19:15:04.653946+00', '2026-11-30 19:15:05.081765+00', 16, NULL, NULL, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb');
INSERT INTO public.interrupts_run VALUES (9, 2, 26, 'completed', 2, '', '', NULL, NULL, 2, '2026-11-30 19:15:05.177454+00', '2026-11-30 19:15:05.581185+00', '2026-11-30 19:15:05.857747+00', 19, NULL, NULL, '97fe33ad-d1c8-4cbd-a99b-b7782b733287');
INSERT INTO public.interrupts_run VALUES (10, 2, 18, 'cancelled', 1, '', '', NULL, NULL, 1, '2026-11-30 19:15:05.917596+00', '2026-11-30 19:15:06.469115+00', '2026-11-30 19:15:06.56422+00', 22, NULL, 1, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80');
INSERT INTO public.interrupts_run VALUES (12, 2, 19, 'running', 1, 'waiting for peer', 'gone', '2026-11-30 19:15:38.277575+00', NULL, 2, '2026-11-30 19:15:07.487344+00', '2026-11-30 19:15:08.253259+00', NULL, 27, NULL, NULL, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9');
INSERT INTO public.interrupts_run VALUES (11, 2, 16, 'queued', 1, 'going on', '', NULL, NULL, 1, '2026-11-30 19:15:06.615139+00', '2026-11-30 19:15:08.58604+00', NULL, 25, NULL, NULL, '5e79afc5-86ba-496c-a914-a36241f09d99');
INSERT INTO public.interrupts_run VALUES (13, 2, 2, 'queued', 0, 'starting', '', NULL, NULL, 0, '2026-11-30 19:15:08.725722+00', '2026-11-30 19:15:08.725722+00', NULL, 29, NULL, NULL, '82dc5841-8ecf-4bc8-a5a9-7041163c5d18');


--
-- Data for Name: interrupts_server; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.interrupts_server VALUES (2, 'careful', 'http://127.0.0.1:34649/mcp', false, true, true, false, '', 1, 86400, 8, '', '', '2026-11-30 19:15:07.81533+00', '');
INSERT INTO public.interrupts_server VALUES (1, 'peer', 'http://127.0.0.1:34649/mcp', true, true, true, false, '', 1, 86400, 8, '', '', '2026-11-30 19:15:07.81543+00', '');


--
-- Data for Name: interrupts_thread; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.interrupts_thread VALUES ('9073f245-5442-4a98-a1f4-4603e01b8ac3', '/peer.act what=form', 14, '2026-11-30 19:14:57.582942+00', '2026-11-30 19:14:58.161806+00', 1);
INSERT INTO public.interrupts_thread VALUES ('3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', '/peer.act what=first-of-two', 20, '2026-11-30 19:14:58.217765+00', '2026-11-30 19:14:58.785259+00', 1);
INSERT INTO public.interrupts_thread VALUES ('3034c286-0f6a-4e25-9c9e-951c17018e99', '/careful.act what=approval', 11, '2026-11-30 19:14:58.845732+00', '2026-11-30 19:14:59.097918+00', 1);
INSERT INTO public.interrupts_thread VALUES ('61688ec6-b084-4b16-a1ae-6f4a660686d9', '/peer.act what=second-round rounds=2', 22, '2026-11-30 19:14:59.182987+00', '2026-11-30 19:15:00.157942+00', 1);
INSERT INTO public.interrupts_thread VALUES ('da6b6d32-6f6c-4e14-b999-d046439f878b', '/peer.act what=changed', 20, '2026-11-30 19:15:00.273437+00', '2026-11-30 19:15:01.589951+00', 1);
INSERT INTO public.interrupts_thread VALUES ('5aec89fb-cb50-4360-9f80-75a885714c45', '/peer.act what=lost', 14, '2026-11-30 19:15:01.633552+00', '2026-11-30 19:15:02.241222+00', 1);
INSERT INTO public.interrupts_thread VALUES ('6253965f-8378-474e-9d90-1ff33eb6f04a', '/peer.act what=was-accept', 26, '2026-11-30 19:15:02.433963+00', '2026-11-30 19:15:03.974971+00', 1);
INSERT INTO public.interrupts_thread VALUES ('d9ed4e98-aa26-4985-9078-9d6b3f7b38fb', '/peer.act what=was-decline', 26, '2026-11-30 19:15:04.129698+00', '2026-11-30 19:15:05.081765+00', 1);
INSERT INTO public.interrupts_thread VALUES ('97fe33ad-d1c8-4cbd-a99b-b7782b733287', '/peer.act what=was-cancel', 26, '2026-11-30 19:15:05.177454+00', '2026-11-30 19:15:05.857747+00', 1);
INSERT INTO public.interrupts_thread VALUES ('95bf363d-3c0c-4b1e-97ad-6110fadd9e80', '/peer.act what=withdrawn', 19, '2026-11-30 19:15:05.917596+00', '2026-11-30 19:15:06.56422+00', 1);
INSERT INTO public.interrupts_thread VALUES ('d86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', '/peer.act what=sent', 19, '2026-11-30 19:15:07.487344+00', '2026-11-30 19:15:08.493064+00', 1);
INSERT INTO public.interrupts_thread VALUES ('5e79afc5-86ba-496c-a914-a36241f09d99', '/peer.act what=answered', 16, '2026-11-30 19:15:06.615139+00', '2026-11-30 19:15:08.58604+00', 1);
INSERT INTO public.interrupts_thread VALUES ('82dc5841-8ecf-4bc8-a5a9-7041163c5d18', '/peer.act what=posted', 2, '2026-11-30 19:15:08.725722+00', '2026-11-30 19:15:08.725722+00', 1);


--
-- Data for Name: interrupts_tool; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.interrupts_tool VALUES (1, 'act', 'peer_act', '', 'Does something that cannot be undone, once the person said so.', '{"type":"object","properties":{"what":{"type":"string"},"rounds":{"type":"integer"}},"required":["what"]}', '{"destructiveHint":true}', '{"name":"act","description":"Does something that cannot be undone, once the person said so.","inputSchema":{"type":"object","properties":{"what":{"type":"string"},"rounds":{"type":"integer"}},"required":["what"]},"annotations":{"destructiveHint":true}}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', true, false, true, true, '2026-11-30 19:14:57.441753+00', 1);
INSERT INTO public.interrupts_tool VALUES (2, 'act', 'careful_act', '', 'Does something that cannot be undone, once the person said so.', '{"type":"object","properties":{"what":{"type":"string"},"rounds":{"type":"integer"}},"required":["what"]}', '{"destructiveHint":true}', '{"name":"act","description":"Does something that cannot be undone, once the person said so.","inputSchema":{"type":"object","properties":{"what":{"type":"string"},"rounds":{"type":"integer"}},"required":["what"]},"annotations":{"destructiveHint":true}}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', true, false, false, true, '2026-11-30 19:14:57.477543+00', 2);


--
-- Data for Name: interrupts_toolcall; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.interrupts_toolcall VALUES (1, 8, 12, 1, 0, 'call_1', 'peer_act', 'peer', 'act', '{"what": "form"}', '{"what":"form"}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', 'http://127.0.0.1:34649/mcp', 'waiting', '', '', NULL, 0, NULL, '2026-11-30 19:14:57.881889+00', NULL, 1, 1, '9073f245-5442-4a98-a1f4-4603e01b8ac3', 1);
INSERT INTO public.interrupts_toolcall VALUES (3, 9, 16, 1, 1, 'call_2', 'peer_act', 'peer', 'act', '{"what": "second-of-two"}', '{"what":"second-of-two"}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', 'http://127.0.0.1:34649/mcp', 'waiting', '', '', NULL, 0, NULL, '2026-11-30 19:14:58.453932+00', NULL, 2, 1, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 1);
INSERT INTO public.interrupts_toolcall VALUES (2, 8, 18, 1, 0, 'call_1', 'peer_act', 'peer', 'act', '{"what": "first-of-two"}', '{"what":"first-of-two"}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', 'http://127.0.0.1:34649/mcp', 'waiting', '', '', NULL, 0, NULL, '2026-11-30 19:14:58.453932+00', NULL, 2, 1, '3e19f4fd-ce39-4cfe-81b9-ebedeca6b98b', 1);
INSERT INTO public.interrupts_toolcall VALUES (4, 8, 9, 1, 0, 'call_1', 'careful_act', 'careful', 'act', '{"what": "approval"}', '{"what":"approval"}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', 'http://127.0.0.1:34649/mcp', 'approval', '', '', NULL, 0, NULL, '2026-11-30 19:14:59.052628+00', NULL, 3, 2, '3034c286-0f6a-4e25-9c9e-951c17018e99', 2);
INSERT INTO public.interrupts_toolcall VALUES (5, 8, 20, 1, 0, 'call_1', 'peer_act', 'peer', 'act', '{"what": "second-round", "rounds": 2}', '{"what":"second-round","rounds":2}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', 'http://127.0.0.1:34649/mcp', 'waiting', '', '', NULL, 0, NULL, '2026-11-30 19:14:59.373918+00', NULL, 4, 1, '61688ec6-b084-4b16-a1ae-6f4a660686d9', 1);
INSERT INTO public.interrupts_toolcall VALUES (6, 8, 18, 1, 0, 'call_1', 'peer_act', 'peer', 'act', '{"what": "changed"}', '{"what":"changed"}', 'v1:another', 'v1:another', 'http://127.0.0.1:34649/mcp', 'waiting', '', '', NULL, 0, NULL, '2026-11-30 19:15:00.537864+00', NULL, 5, 1, 'da6b6d32-6f6c-4e14-b999-d046439f878b', 1);
INSERT INTO public.interrupts_toolcall VALUES (7, 8, 12, 1, 0, 'call_1', 'peer_act', 'peer', 'act', '{"what": "lost"}', '{"what":"lost"}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', 'http://127.0.0.1:34649/mcp', 'unknown', '', '', NULL, 0, NULL, '2026-11-30 19:15:01.918268+00', NULL, 6, 1, '5aec89fb-cb50-4360-9f80-75a885714c45', 1);
INSERT INTO public.interrupts_toolcall VALUES (8, 8, 20, 1, 0, 'call_1', 'peer_act', 'peer', 'act', '{"what": "was-accept"}', '{"what":"was-accept"}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', 'http://127.0.0.1:34649/mcp', 'completed', '{"resultType":"complete","content":[{"type":"text","text":"was-accept is done."}]}', '', NULL, 0, NULL, '2026-11-30 19:15:02.805826+00', '2026-11-30 19:15:03.670935+00', 7, 1, '6253965f-8378-474e-9d90-1ff33eb6f04a', 1);
INSERT INTO public.interrupts_toolcall VALUES (9, 8, 20, 1, 0, 'call_1', 'peer_act', 'peer', 'act', '{"what": "was-decline"}', '{"what":"was-decline"}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', 'http://127.0.0.1:34649/mcp', 'completed', '{"resultType":"complete","content":[{"type":"text","text":"Nothing was done about was-decline."}]}', '', NULL, 0, NULL, '2026-11-30 19:15:04.313871+00', '2026-11-30 19:15:04.87896+00', 8, 1, 'd9ed4e98-aa26-4985-9078-9d6b3f7b38fb', 1);
INSERT INTO public.interrupts_toolcall VALUES (10, 8, 20, 1, 0, 'call_1', 'peer_act', 'peer', 'act', '{"what": "was-cancel"}', '{"what":"was-cancel"}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', 'http://127.0.0.1:34649/mcp', 'completed', '{"resultType":"complete","content":[{"type":"text","text":"Nothing was done about was-cancel."}]}', '', NULL, 0, NULL, '2026-11-30 19:15:05.341883+00', '2026-11-30 19:15:05.73676+00', 9, 1, '97fe33ad-d1c8-4cbd-a99b-b7782b733287', 1);
INSERT INTO public.interrupts_toolcall VALUES (11, 8, 15, 1, 0, 'call_1', 'peer_act', 'peer', 'act', '{"what": "withdrawn"}', '{"what":"withdrawn"}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', 'http://127.0.0.1:34649/mcp', 'cancelled', '', 'The person stopped this. The tool did not go on.', NULL, 0, NULL, '2026-11-30 19:15:06.082012+00', '2026-11-30 19:15:06.56422+00', 10, 1, '95bf363d-3c0c-4b1e-97ad-6110fadd9e80', 1);
INSERT INTO public.interrupts_toolcall VALUES (12, 8, 12, 1, 0, 'call_1', 'peer_act', 'peer', 'act', '{"what": "answered"}', '{"what":"answered"}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', 'http://127.0.0.1:34649/mcp', 'waiting', '', '', NULL, 0, NULL, '2026-11-30 19:15:06.885873+00', NULL, 11, 1, '5e79afc5-86ba-496c-a914-a36241f09d99', 1);
INSERT INTO public.interrupts_toolcall VALUES (13, 8, 18, 1, 0, 'call_1', 'peer_act', 'peer', 'act', '{"what": "sent"}', '{"what":"sent"}', 'v1:9fd16e6edfa74e29ed34042ea1a40da012c1e1132e992f4ab0b0266c92aeb9ae', 'v1:9f78b854b1d28412455243ea201f3e34f8ed1b823b7bd93741ddc0753c2ffa17', 'http://127.0.0.1:34649/mcp', 'sent', '', '', NULL, 0, NULL, '2026-11-30 19:15:07.901722+00', NULL, 12, 1, 'd86fc819-1ba5-4bd7-a45a-0e3f0ad940b9', 1);


--
-- Data for Name: interrupts_worker; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: procrastinate_events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.procrastinate_events VALUES (1, 1, 'deferred', '2026-11-30 19:14:57.619922+00');


--
-- Data for Name: procrastinate_jobs; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.procrastinate_jobs VALUES (1, 'interrupts', 'interrupts.wake', NULL, '{}', 'todo', NULL, 0, 'interrupts.wake', 0, false, NULL);


--
-- Data for Name: procrastinate_periodic_defers; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: procrastinate_workers; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Name: auth_group_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.auth_group_id_seq', 1, false);


--
-- Name: auth_group_permissions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.auth_group_permissions_id_seq', 1, false);


--
-- Name: auth_permission_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.auth_permission_id_seq', 96, true);


--
-- Name: auth_user_groups_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.auth_user_groups_id_seq', 1, false);


--
-- Name: auth_user_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.auth_user_id_seq', 1, true);


--
-- Name: auth_user_user_permissions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.auth_user_user_permissions_id_seq', 1, false);


--
-- Name: django_admin_log_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.django_admin_log_id_seq', 1, false);


--
-- Name: django_content_type_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.django_content_type_id_seq', 24, true);


--
-- Name: django_migrations_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.django_migrations_id_seq', 62, true);


--
-- Name: interrupts_delivery_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.interrupts_delivery_id_seq', 1, false);


--
-- Name: interrupts_draft_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.interrupts_draft_id_seq', 1, true);


--
-- Name: interrupts_event_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.interrupts_event_id_seq', 143, true);


--
-- Name: interrupts_message_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.interrupts_message_id_seq', 29, true);


--
-- Name: interrupts_round_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.interrupts_round_id_seq', 17, true);


--
-- Name: interrupts_rule_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.interrupts_rule_id_seq', 1, false);


--
-- Name: interrupts_run_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.interrupts_run_id_seq', 13, true);


--
-- Name: interrupts_server_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.interrupts_server_id_seq', 2, true);


--
-- Name: interrupts_tool_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.interrupts_tool_id_seq', 2, true);


--
-- Name: interrupts_toolcall_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.interrupts_toolcall_id_seq', 13, true);


--
-- Name: interrupts_worker_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.interrupts_worker_id_seq', 17, true);


--
-- Name: procrastinate_events_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.procrastinate_events_id_seq', 1, true);


--
-- Name: procrastinate_jobs_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.procrastinate_jobs_id_seq', 21, true);


--
-- Name: procrastinate_periodic_defers_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.procrastinate_periodic_defers_id_seq', 1, false);


--
-- Name: procrastinate_workers_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.procrastinate_workers_id_seq', 1, false);


--
-- Name: auth_group auth_group_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);


--
-- Name: auth_group_permissions auth_group_permissions_group_id_permission_id_0cd325b0_uniq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);


--
-- Name: auth_group_permissions auth_group_permissions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);


--
-- Name: auth_group auth_group_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);


--
-- Name: auth_permission auth_permission_content_type_id_codename_01ab375a_uniq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);


--
-- Name: auth_permission auth_permission_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);


--
-- Name: auth_user_groups auth_user_groups_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_user_groups
    ADD CONSTRAINT auth_user_groups_pkey PRIMARY KEY (id);


--
-- Name: auth_user_groups auth_user_groups_user_id_group_id_94350c0c_uniq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_user_groups
    ADD CONSTRAINT auth_user_groups_user_id_group_id_94350c0c_uniq UNIQUE (user_id, group_id);


--
-- Name: auth_user auth_user_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_user
    ADD CONSTRAINT auth_user_pkey PRIMARY KEY (id);


--
-- Name: auth_user_user_permissions auth_user_user_permissions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_user_user_permissions
    ADD CONSTRAINT auth_user_user_permissions_pkey PRIMARY KEY (id);


--
-- Name: auth_user_user_permissions auth_user_user_permissions_user_id_permission_id_14a6b632_uniq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_user_user_permissions
    ADD CONSTRAINT auth_user_user_permissions_user_id_permission_id_14a6b632_uniq UNIQUE (user_id, permission_id);


--
-- Name: auth_user auth_user_username_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_user
    ADD CONSTRAINT auth_user_username_key UNIQUE (username);


--
-- Name: interrupts_toolcall call_once_per_step; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_toolcall
    ADD CONSTRAINT call_once_per_step UNIQUE (run_id, step, index);


--
-- Name: django_admin_log django_admin_log_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);


--
-- Name: django_content_type django_content_type_app_label_model_76bd3d3b_uniq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);


--
-- Name: django_content_type django_content_type_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);


--
-- Name: django_migrations django_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);


--
-- Name: django_session django_session_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);


--
-- Name: interrupts_draft draft_one_per_person; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_draft
    ADD CONSTRAINT draft_one_per_person UNIQUE (person_id, interrupt_id);


--
-- Name: interrupts_event event_chain; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_event
    ADD CONSTRAINT event_chain UNIQUE (thread_id, number);


--
-- Name: interrupts_definition interrupts_definition_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_definition
    ADD CONSTRAINT interrupts_definition_pkey PRIMARY KEY (fingerprint);


--
-- Name: interrupts_delivery interrupts_delivery_interrupt_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_delivery
    ADD CONSTRAINT interrupts_delivery_interrupt_id_key UNIQUE (interrupt_id);


--
-- Name: interrupts_delivery interrupts_delivery_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_delivery
    ADD CONSTRAINT interrupts_delivery_pkey PRIMARY KEY (id);


--
-- Name: interrupts_draft interrupts_draft_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_draft
    ADD CONSTRAINT interrupts_draft_pkey PRIMARY KEY (id);


--
-- Name: interrupts_event interrupts_event_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_event
    ADD CONSTRAINT interrupts_event_pkey PRIMARY KEY (id);


--
-- Name: interrupts_interrupt interrupts_interrupt_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_interrupt
    ADD CONSTRAINT interrupts_interrupt_pkey PRIMARY KEY (id);


--
-- Name: interrupts_message interrupts_message_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_message
    ADD CONSTRAINT interrupts_message_pkey PRIMARY KEY (id);


--
-- Name: interrupts_round interrupts_round_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_round
    ADD CONSTRAINT interrupts_round_pkey PRIMARY KEY (id);


--
-- Name: interrupts_round interrupts_round_rpc_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_round
    ADD CONSTRAINT interrupts_round_rpc_id_key UNIQUE (rpc_id);


--
-- Name: interrupts_rule interrupts_rule_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_rule
    ADD CONSTRAINT interrupts_rule_pkey PRIMARY KEY (id);


--
-- Name: interrupts_run interrupts_run_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_run
    ADD CONSTRAINT interrupts_run_pkey PRIMARY KEY (id);


--
-- Name: interrupts_server interrupts_server_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_server
    ADD CONSTRAINT interrupts_server_name_key UNIQUE (name);


--
-- Name: interrupts_server interrupts_server_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_server
    ADD CONSTRAINT interrupts_server_pkey PRIMARY KEY (id);


--
-- Name: interrupts_thread interrupts_thread_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_thread
    ADD CONSTRAINT interrupts_thread_pkey PRIMARY KEY (id);


--
-- Name: interrupts_tool interrupts_tool_alias_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_tool
    ADD CONSTRAINT interrupts_tool_alias_key UNIQUE (alias);


--
-- Name: interrupts_tool interrupts_tool_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_tool
    ADD CONSTRAINT interrupts_tool_pkey PRIMARY KEY (id);


--
-- Name: interrupts_toolcall interrupts_toolcall_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_toolcall
    ADD CONSTRAINT interrupts_toolcall_pkey PRIMARY KEY (id);


--
-- Name: interrupts_worker interrupts_worker_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_worker
    ADD CONSTRAINT interrupts_worker_name_key UNIQUE (name);


--
-- Name: interrupts_worker interrupts_worker_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_worker
    ADD CONSTRAINT interrupts_worker_pkey PRIMARY KEY (id);


--
-- Name: interrupts_message message_place; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_message
    ADD CONSTRAINT message_place UNIQUE (thread_id, "position");


--
-- Name: procrastinate_events procrastinate_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.procrastinate_events
    ADD CONSTRAINT procrastinate_events_pkey PRIMARY KEY (id);


--
-- Name: procrastinate_jobs procrastinate_jobs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.procrastinate_jobs
    ADD CONSTRAINT procrastinate_jobs_pkey PRIMARY KEY (id);


--
-- Name: procrastinate_periodic_defers procrastinate_periodic_defers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.procrastinate_periodic_defers
    ADD CONSTRAINT procrastinate_periodic_defers_pkey PRIMARY KEY (id);


--
-- Name: procrastinate_periodic_defers procrastinate_periodic_defers_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.procrastinate_periodic_defers
    ADD CONSTRAINT procrastinate_periodic_defers_unique UNIQUE (task_name, periodic_id, defer_timestamp);


--
-- Name: procrastinate_workers procrastinate_workers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.procrastinate_workers
    ADD CONSTRAINT procrastinate_workers_pkey PRIMARY KEY (id);


--
-- Name: interrupts_round round_number; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_round
    ADD CONSTRAINT round_number UNIQUE (call_id, number);


--
-- Name: interrupts_tool tool_once_per_server; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_tool
    ADD CONSTRAINT tool_once_per_server UNIQUE (server_id, name);


--
-- Name: auth_group_name_a6ea08ec_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);


--
-- Name: auth_group_permissions_group_id_b120cbf9; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);


--
-- Name: auth_group_permissions_permission_id_84c5c92e; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);


--
-- Name: auth_permission_content_type_id_2f476e4b; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);


--
-- Name: auth_user_groups_group_id_97559544; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_user_groups_group_id_97559544 ON public.auth_user_groups USING btree (group_id);


--
-- Name: auth_user_groups_user_id_6a12ed8b; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_user_groups_user_id_6a12ed8b ON public.auth_user_groups USING btree (user_id);


--
-- Name: auth_user_user_permissions_permission_id_1fbb5f2c; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_user_user_permissions_permission_id_1fbb5f2c ON public.auth_user_user_permissions USING btree (permission_id);


--
-- Name: auth_user_user_permissions_user_id_a95ead1b; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_user_user_permissions_user_id_a95ead1b ON public.auth_user_user_permissions USING btree (user_id);


--
-- Name: auth_user_username_6821ab7c_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_user_username_6821ab7c_like ON public.auth_user USING btree (username varchar_pattern_ops);


--
-- Name: call_in_flight; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX call_in_flight ON public.interrupts_toolcall USING btree (status) WHERE ((status)::text = 'sent'::text);


--
-- Name: call_seq; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX call_seq ON public.interrupts_toolcall USING btree (thread_id, seq);


--
-- Name: delivery_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX delivery_due ON public.interrupts_delivery USING btree (due_at) WHERE (done_at IS NULL);


--
-- Name: django_admin_log_content_type_id_c4bce8eb; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON public.django_admin_log USING btree (content_type_id);


--
-- Name: django_admin_log_user_id_c564eba6; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_admin_log_user_id_c564eba6 ON public.django_admin_log USING btree (user_id);


--
-- Name: django_session_expire_date_a5c62663; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);


--
-- Name: django_session_session_key_c0390e0f_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);


--
-- Name: event_subject; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX event_subject ON public.interrupts_event USING btree (subject, id);


--
-- Name: idx_procrastinate_jobs_worker_not_null; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_procrastinate_jobs_worker_not_null ON public.procrastinate_jobs USING btree (worker_id) WHERE ((worker_id IS NOT NULL) AND (status = 'doing'::public.procrastinate_job_status));


--
-- Name: idx_procrastinate_workers_last_heartbeat; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idx_procrastinate_workers_last_heartbeat ON public.procrastinate_workers USING btree (last_heartbeat);


--
-- Name: interrupt_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupt_by_age ON public.interrupts_interrupt USING btree (status, created_at);


--
-- Name: interrupt_inbox; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupt_inbox ON public.interrupts_interrupt USING btree (asked_of_id, created_at) WHERE ((status)::text = 'pending'::text);


--
-- Name: interrupt_once_per_place; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX interrupt_once_per_place ON public.interrupts_interrupt USING btree (round_id, place) WHERE ((kind)::text = ANY ((ARRAY['form'::character varying, 'url'::character varying, 'sampling'::character varying])::text[]));


--
-- Name: interrupt_open_of_call; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupt_open_of_call ON public.interrupts_interrupt USING btree (tool_call_id) WHERE ((status)::text = 'pending'::text);


--
-- Name: interrupt_seq; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupt_seq ON public.interrupts_interrupt USING btree (thread_id, seq);


--
-- Name: interrupts_definition_fingerprint_fc735e4f_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_definition_fingerprint_fc735e4f_like ON public.interrupts_definition USING btree (fingerprint varchar_pattern_ops);


--
-- Name: interrupts_draft_interrupt_id_6e9b33ac; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_draft_interrupt_id_6e9b33ac ON public.interrupts_draft USING btree (interrupt_id);


--
-- Name: interrupts_draft_person_id_fffda5dd; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_draft_person_id_fffda5dd ON public.interrupts_draft USING btree (person_id);


--
-- Name: interrupts_interrupt_answered_by_id_0491f982; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_interrupt_answered_by_id_0491f982 ON public.interrupts_interrupt USING btree (answered_by_id);


--
-- Name: interrupts_interrupt_asked_of_id_24521e9e; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_interrupt_asked_of_id_24521e9e ON public.interrupts_interrupt USING btree (asked_of_id);


--
-- Name: interrupts_interrupt_round_id_100b22d9; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_interrupt_round_id_100b22d9 ON public.interrupts_interrupt USING btree (round_id);


--
-- Name: interrupts_interrupt_run_id_52ada7e7; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_interrupt_run_id_52ada7e7 ON public.interrupts_interrupt USING btree (run_id);


--
-- Name: interrupts_interrupt_thread_id_09f89031; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_interrupt_thread_id_09f89031 ON public.interrupts_interrupt USING btree (thread_id);


--
-- Name: interrupts_interrupt_tool_call_id_a6718043; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_interrupt_tool_call_id_a6718043 ON public.interrupts_interrupt USING btree (tool_call_id);


--
-- Name: interrupts_message_run_id_9f322a76; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_message_run_id_9f322a76 ON public.interrupts_message USING btree (run_id);


--
-- Name: interrupts_message_thread_id_c5cf6cc9; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_message_thread_id_c5cf6cc9 ON public.interrupts_message USING btree (thread_id);


--
-- Name: interrupts_round_call_id_158602d7; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_round_call_id_158602d7 ON public.interrupts_round USING btree (call_id);


--
-- Name: interrupts_round_rpc_id_b2bd265f_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_round_rpc_id_b2bd265f_like ON public.interrupts_round USING btree (rpc_id varchar_pattern_ops);


--
-- Name: interrupts_rule_person_id_52d35c84; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_rule_person_id_52d35c84 ON public.interrupts_rule USING btree (person_id);


--
-- Name: interrupts_rule_server_id_f67a14dd; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_rule_server_id_f67a14dd ON public.interrupts_rule USING btree (server_id);


--
-- Name: interrupts_rule_tool_id_b7432440; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_rule_tool_id_b7432440 ON public.interrupts_rule USING btree (tool_id);


--
-- Name: interrupts_run_message_id_af00a21f; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_run_message_id_af00a21f ON public.interrupts_run USING btree (message_id);


--
-- Name: interrupts_run_parent_id_2a4cf911; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_run_parent_id_2a4cf911 ON public.interrupts_run USING btree (parent_id);


--
-- Name: interrupts_run_stopped_by_id_42331c02; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_run_stopped_by_id_42331c02 ON public.interrupts_run USING btree (stopped_by_id);


--
-- Name: interrupts_run_thread_id_b10fcbcf; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_run_thread_id_b10fcbcf ON public.interrupts_run USING btree (thread_id);


--
-- Name: interrupts_server_name_0e1bdded_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_server_name_0e1bdded_like ON public.interrupts_server USING btree (name varchar_pattern_ops);


--
-- Name: interrupts_thread_owner_id_0de70bcb; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_thread_owner_id_0de70bcb ON public.interrupts_thread USING btree (owner_id);


--
-- Name: interrupts_tool_alias_7e80198d_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_tool_alias_7e80198d_like ON public.interrupts_tool USING btree (alias varchar_pattern_ops);


--
-- Name: interrupts_tool_server_id_34297252; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_tool_server_id_34297252 ON public.interrupts_tool USING btree (server_id);


--
-- Name: interrupts_toolcall_run_id_ac56cbef; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_toolcall_run_id_ac56cbef ON public.interrupts_toolcall USING btree (run_id);


--
-- Name: interrupts_toolcall_server_id_76aa46bf; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_toolcall_server_id_76aa46bf ON public.interrupts_toolcall USING btree (server_id);


--
-- Name: interrupts_toolcall_thread_id_026f19f7; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_toolcall_thread_id_026f19f7 ON public.interrupts_toolcall USING btree (thread_id);


--
-- Name: interrupts_toolcall_tool_id_7dc2fa2d; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_toolcall_tool_id_7dc2fa2d ON public.interrupts_toolcall USING btree (tool_id);


--
-- Name: interrupts_worker_name_fb87f257_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX interrupts_worker_name_fb87f257_like ON public.interrupts_worker USING btree (name varchar_pattern_ops);


--
-- Name: message_one_per_step; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX message_one_per_step ON public.interrupts_message USING btree (run_id, step) WHERE ((role)::text = 'assistant'::text);


--
-- Name: message_seq; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX message_seq ON public.interrupts_message USING btree (thread_id, seq);


--
-- Name: procrastinate_events_job_id_fkey_v1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX procrastinate_events_job_id_fkey_v1 ON public.procrastinate_events USING btree (job_id);


--
-- Name: procrastinate_jobs_id_lock_idx_v1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX procrastinate_jobs_id_lock_idx_v1 ON public.procrastinate_jobs USING btree (id, lock) WHERE (status = ANY (ARRAY['todo'::public.procrastinate_job_status, 'doing'::public.procrastinate_job_status]));


--
-- Name: procrastinate_jobs_lock_idx_v1; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX procrastinate_jobs_lock_idx_v1 ON public.procrastinate_jobs USING btree (lock) WHERE (status = 'doing'::public.procrastinate_job_status);


--
-- Name: procrastinate_jobs_priority_idx_v1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX procrastinate_jobs_priority_idx_v1 ON public.procrastinate_jobs USING btree (priority DESC, id) WHERE (status = 'todo'::public.procrastinate_job_status);


--
-- Name: procrastinate_jobs_queue_name_idx_v1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX procrastinate_jobs_queue_name_idx_v1 ON public.procrastinate_jobs USING btree (queue_name);


--
-- Name: procrastinate_jobs_queueing_lock_idx_v1; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX procrastinate_jobs_queueing_lock_idx_v1 ON public.procrastinate_jobs USING btree (queueing_lock) WHERE (status = 'todo'::public.procrastinate_job_status);


--
-- Name: procrastinate_periodic_defers_job_id_fkey_v1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX procrastinate_periodic_defers_job_id_fkey_v1 ON public.procrastinate_periodic_defers USING btree (job_id);


--
-- Name: round_one_in_flight; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX round_one_in_flight ON public.interrupts_round USING btree (call_id) WHERE ((ended)::text = ''::text);


--
-- Name: run_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX run_due ON public.interrupts_run USING btree (status, wake_at, queued_at);


--
-- Name: run_one_open_per_thread; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX run_one_open_per_thread ON public.interrupts_run USING btree (thread_id) WHERE ((status)::text = ANY ((ARRAY['queued'::character varying, 'running'::character varying, 'interrupted'::character varying])::text[]));


--
-- Name: run_seq; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX run_seq ON public.interrupts_run USING btree (thread_id, seq);


--
-- Name: thread_rail; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX thread_rail ON public.interrupts_thread USING btree (owner_id, updated_at DESC);


--
-- Name: interrupts_event interrupts_event_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER interrupts_event_append_only BEFORE DELETE OR UPDATE ON public.interrupts_event FOR EACH ROW EXECUTE FUNCTION public.interrupts_event_refuse();


--
-- Name: procrastinate_jobs procrastinate_jobs_notify_queue_job_aborted_v1; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER procrastinate_jobs_notify_queue_job_aborted_v1 AFTER UPDATE OF abort_requested ON public.procrastinate_jobs FOR EACH ROW WHEN (((old.abort_requested = false) AND (new.abort_requested = true) AND (new.status = 'doing'::public.procrastinate_job_status))) EXECUTE FUNCTION public.procrastinate_notify_queue_abort_job_v1();


--
-- Name: procrastinate_jobs procrastinate_jobs_notify_queue_job_inserted_v1; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER procrastinate_jobs_notify_queue_job_inserted_v1 AFTER INSERT ON public.procrastinate_jobs FOR EACH ROW WHEN ((new.status = 'todo'::public.procrastinate_job_status)) EXECUTE FUNCTION public.procrastinate_notify_queue_job_inserted_v1();


--
-- Name: procrastinate_jobs procrastinate_trigger_abort_requested_events_v1; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER procrastinate_trigger_abort_requested_events_v1 AFTER UPDATE OF abort_requested ON public.procrastinate_jobs FOR EACH ROW WHEN ((new.abort_requested = true)) EXECUTE FUNCTION public.procrastinate_trigger_abort_requested_events_procedure_v1();


--
-- Name: procrastinate_jobs procrastinate_trigger_delete_jobs_v1; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER procrastinate_trigger_delete_jobs_v1 BEFORE DELETE ON public.procrastinate_jobs FOR EACH ROW EXECUTE FUNCTION public.procrastinate_unlink_periodic_defers_v1();


--
-- Name: procrastinate_jobs procrastinate_trigger_scheduled_events_v1; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER procrastinate_trigger_scheduled_events_v1 AFTER INSERT OR UPDATE ON public.procrastinate_jobs FOR EACH ROW WHEN (((new.scheduled_at IS NOT NULL) AND (new.status = 'todo'::public.procrastinate_job_status))) EXECUTE FUNCTION public.procrastinate_trigger_function_scheduled_events_v1();


--
-- Name: procrastinate_jobs procrastinate_trigger_status_events_insert_v1; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER procrastinate_trigger_status_events_insert_v1 AFTER INSERT ON public.procrastinate_jobs FOR EACH ROW WHEN ((new.status = 'todo'::public.procrastinate_job_status)) EXECUTE FUNCTION public.procrastinate_trigger_function_status_events_insert_v1();


--
-- Name: procrastinate_jobs procrastinate_trigger_status_events_update_v1; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER procrastinate_trigger_status_events_update_v1 AFTER UPDATE OF status ON public.procrastinate_jobs FOR EACH ROW EXECUTE FUNCTION public.procrastinate_trigger_function_status_events_update_v1();


--
-- Name: auth_group_permissions auth_group_permissio_permission_id_84c5c92e_fk_auth_perm; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: auth_group_permissions auth_group_permissions_group_id_b120cbf9_fk_auth_group_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: auth_permission auth_permission_content_type_id_2f476e4b_fk_django_co; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: auth_user_groups auth_user_groups_group_id_97559544_fk_auth_group_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_user_groups
    ADD CONSTRAINT auth_user_groups_group_id_97559544_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: auth_user_groups auth_user_groups_user_id_6a12ed8b_fk_auth_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_user_groups
    ADD CONSTRAINT auth_user_groups_user_id_6a12ed8b_fk_auth_user_id FOREIGN KEY (user_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: auth_user_user_permissions auth_user_user_permi_permission_id_1fbb5f2c_fk_auth_perm; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_user_user_permissions
    ADD CONSTRAINT auth_user_user_permi_permission_id_1fbb5f2c_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: auth_user_user_permissions auth_user_user_permissions_user_id_a95ead1b_fk_auth_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_user_user_permissions
    ADD CONSTRAINT auth_user_user_permissions_user_id_a95ead1b_fk_auth_user_id FOREIGN KEY (user_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: django_admin_log django_admin_log_content_type_id_c4bce8eb_fk_django_co; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: django_admin_log django_admin_log_user_id_c564eba6_fk_auth_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_auth_user_id FOREIGN KEY (user_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_delivery interrupts_delivery_interrupt_id_0b10a9aa_fk_interrupt; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_delivery
    ADD CONSTRAINT interrupts_delivery_interrupt_id_0b10a9aa_fk_interrupt FOREIGN KEY (interrupt_id) REFERENCES public.interrupts_interrupt(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_draft interrupts_draft_interrupt_id_6e9b33ac_fk_interrupt; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_draft
    ADD CONSTRAINT interrupts_draft_interrupt_id_6e9b33ac_fk_interrupt FOREIGN KEY (interrupt_id) REFERENCES public.interrupts_interrupt(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_draft interrupts_draft_person_id_fffda5dd_fk_auth_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_draft
    ADD CONSTRAINT interrupts_draft_person_id_fffda5dd_fk_auth_user_id FOREIGN KEY (person_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_interrupt interrupts_interrupt_answered_by_id_0491f982_fk_auth_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_interrupt
    ADD CONSTRAINT interrupts_interrupt_answered_by_id_0491f982_fk_auth_user_id FOREIGN KEY (answered_by_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_interrupt interrupts_interrupt_asked_of_id_24521e9e_fk_auth_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_interrupt
    ADD CONSTRAINT interrupts_interrupt_asked_of_id_24521e9e_fk_auth_user_id FOREIGN KEY (asked_of_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_interrupt interrupts_interrupt_round_id_100b22d9_fk_interrupts_round_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_interrupt
    ADD CONSTRAINT interrupts_interrupt_round_id_100b22d9_fk_interrupts_round_id FOREIGN KEY (round_id) REFERENCES public.interrupts_round(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_interrupt interrupts_interrupt_run_id_52ada7e7_fk_interrupts_run_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_interrupt
    ADD CONSTRAINT interrupts_interrupt_run_id_52ada7e7_fk_interrupts_run_id FOREIGN KEY (run_id) REFERENCES public.interrupts_run(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_interrupt interrupts_interrupt_thread_id_09f89031_fk_interrupts_thread_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_interrupt
    ADD CONSTRAINT interrupts_interrupt_thread_id_09f89031_fk_interrupts_thread_id FOREIGN KEY (thread_id) REFERENCES public.interrupts_thread(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_interrupt interrupts_interrupt_tool_call_id_a6718043_fk_interrupt; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_interrupt
    ADD CONSTRAINT interrupts_interrupt_tool_call_id_a6718043_fk_interrupt FOREIGN KEY (tool_call_id) REFERENCES public.interrupts_toolcall(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_message interrupts_message_run_id_9f322a76_fk_interrupts_run_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_message
    ADD CONSTRAINT interrupts_message_run_id_9f322a76_fk_interrupts_run_id FOREIGN KEY (run_id) REFERENCES public.interrupts_run(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_message interrupts_message_thread_id_c5cf6cc9_fk_interrupts_thread_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_message
    ADD CONSTRAINT interrupts_message_thread_id_c5cf6cc9_fk_interrupts_thread_id FOREIGN KEY (thread_id) REFERENCES public.interrupts_thread(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_round interrupts_round_call_id_158602d7_fk_interrupts_toolcall_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_round
    ADD CONSTRAINT interrupts_round_call_id_158602d7_fk_interrupts_toolcall_id FOREIGN KEY (call_id) REFERENCES public.interrupts_toolcall(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_rule interrupts_rule_person_id_52d35c84_fk_auth_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_rule
    ADD CONSTRAINT interrupts_rule_person_id_52d35c84_fk_auth_user_id FOREIGN KEY (person_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_rule interrupts_rule_server_id_f67a14dd_fk_interrupts_server_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_rule
    ADD CONSTRAINT interrupts_rule_server_id_f67a14dd_fk_interrupts_server_id FOREIGN KEY (server_id) REFERENCES public.interrupts_server(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_rule interrupts_rule_tool_id_b7432440_fk_interrupts_tool_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_rule
    ADD CONSTRAINT interrupts_rule_tool_id_b7432440_fk_interrupts_tool_id FOREIGN KEY (tool_id) REFERENCES public.interrupts_tool(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_run interrupts_run_message_id_af00a21f_fk_interrupts_message_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_run
    ADD CONSTRAINT interrupts_run_message_id_af00a21f_fk_interrupts_message_id FOREIGN KEY (message_id) REFERENCES public.interrupts_message(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_run interrupts_run_parent_id_2a4cf911_fk_interrupts_run_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_run
    ADD CONSTRAINT interrupts_run_parent_id_2a4cf911_fk_interrupts_run_id FOREIGN KEY (parent_id) REFERENCES public.interrupts_run(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_run interrupts_run_stopped_by_id_42331c02_fk_auth_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_run
    ADD CONSTRAINT interrupts_run_stopped_by_id_42331c02_fk_auth_user_id FOREIGN KEY (stopped_by_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_run interrupts_run_thread_id_b10fcbcf_fk_interrupts_thread_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_run
    ADD CONSTRAINT interrupts_run_thread_id_b10fcbcf_fk_interrupts_thread_id FOREIGN KEY (thread_id) REFERENCES public.interrupts_thread(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_thread interrupts_thread_owner_id_0de70bcb_fk_auth_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_thread
    ADD CONSTRAINT interrupts_thread_owner_id_0de70bcb_fk_auth_user_id FOREIGN KEY (owner_id) REFERENCES public.auth_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_tool interrupts_tool_server_id_34297252_fk_interrupts_server_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_tool
    ADD CONSTRAINT interrupts_tool_server_id_34297252_fk_interrupts_server_id FOREIGN KEY (server_id) REFERENCES public.interrupts_server(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_toolcall interrupts_toolcall_run_id_ac56cbef_fk_interrupts_run_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_toolcall
    ADD CONSTRAINT interrupts_toolcall_run_id_ac56cbef_fk_interrupts_run_id FOREIGN KEY (run_id) REFERENCES public.interrupts_run(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_toolcall interrupts_toolcall_server_id_76aa46bf_fk_interrupts_server_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_toolcall
    ADD CONSTRAINT interrupts_toolcall_server_id_76aa46bf_fk_interrupts_server_id FOREIGN KEY (server_id) REFERENCES public.interrupts_server(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_toolcall interrupts_toolcall_thread_id_026f19f7_fk_interrupts_thread_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_toolcall
    ADD CONSTRAINT interrupts_toolcall_thread_id_026f19f7_fk_interrupts_thread_id FOREIGN KEY (thread_id) REFERENCES public.interrupts_thread(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: interrupts_toolcall interrupts_toolcall_tool_id_7dc2fa2d_fk_interrupts_tool_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.interrupts_toolcall
    ADD CONSTRAINT interrupts_toolcall_tool_id_7dc2fa2d_fk_interrupts_tool_id FOREIGN KEY (tool_id) REFERENCES public.interrupts_tool(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: procrastinate_events procrastinate_events_job_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.procrastinate_events
    ADD CONSTRAINT procrastinate_events_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.procrastinate_jobs(id) ON DELETE CASCADE;


--
-- Name: procrastinate_jobs procrastinate_jobs_worker_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.procrastinate_jobs
    ADD CONSTRAINT procrastinate_jobs_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES public.procrastinate_workers(id) ON DELETE SET NULL;


--
-- Name: procrastinate_periodic_defers procrastinate_periodic_defers_job_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.procrastinate_periodic_defers
    ADD CONSTRAINT procrastinate_periodic_defers_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.procrastinate_jobs(id);


--
-- PostgreSQL database dump complete
--


