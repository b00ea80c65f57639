CREATE TABLE public.answer (
    room character varying(8) NOT NULL,
    survey integer NOT NULL,
    student integer NOT NULL,
    given text NOT NULL
);
CREATE TABLE public.blob (
    digest character varying(64) NOT NULL,
    size bigint NOT NULL,
    packed_size bigint NOT NULL,
    packed bytea NOT NULL
);
CREATE TABLE public.record (
    name character varying(32) NOT NULL,
    digest character varying(64) NOT NULL,
    line character varying(32) NOT NULL,
    form text NOT NULL,
    shared boolean NOT NULL,
    secret_hash character varying(64),
    sender character varying(64) NOT NULL,
    weight bigint NOT NULL,
    made double precision NOT NULL,
    used double precision NOT NULL
);
CREATE TABLE public.room (
    code character varying(8) NOT NULL,
    secret_hash character varying(64) NOT NULL,
    state text NOT NULL,
    question integer NOT NULL,
    round integer NOT NULL,
    takes character varying(8) NOT NULL,
    locked boolean NOT NULL,
    version bigint NOT NULL,
    made double precision NOT NULL,
    ended double precision
);
CREATE TABLE public.student (
    room character varying(8) NOT NULL,
    number integer NOT NULL,
    token_hash character varying(64) NOT NULL,
    place text NOT NULL,
    seen double precision NOT NULL
);
CREATE TABLE public.version (
    number integer NOT NULL
);
CREATE SEQUENCE public.version_number_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.version_number_seq OWNED BY public.version.number;
CREATE TABLE public.vote (
    room character varying(8) NOT NULL,
    question integer NOT NULL,
    round integer NOT NULL,
    student integer NOT NULL,
    choice character varying(64) NOT NULL,
    sure integer NOT NULL
);
ALTER TABLE ONLY public.version ALTER COLUMN number SET DEFAULT nextval('public.version_number_seq'::regclass);
INSERT INTO public.blob VALUES ('aa3898cb7d04b495516446f10b6042006067bd7ee231dcbda2a6b9e5b6773178', 1120, 46, '\x28b52ffd606003250100e0536b792c506c61790a73756e6e792c7965730a7261696e792c6e6f0a010004f1ff7402');
INSERT INTO public.blob VALUES ('492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470', 8, 17, '\x28b52ffd2008410000612c620a312c320a');
INSERT INTO public.record VALUES ('VShDCixFarW1DsZ5qeTfoA', 'aa3898cb7d04b495516446f10b6042006067bd7ee231dcbda2a6b9e5b6773178', 'VShDCixFarW1DsZ5qeTfoA', '{"name": "play.csv"}', false, NULL, '37dad677cf0b3997d0f5dd0d7889f84b11002e3ca73b0ae1bdb6d7e9b46fdb8a', 66, 1000000000, 1000000000);
INSERT INTO public.record VALUES ('8yCyWOZP8WZiVDEiRWgc6g', 'aa3898cb7d04b495516446f10b6042006067bd7ee231dcbda2a6b9e5b6773178', 'VShDCixFarW1DsZ5qeTfoA', '{"name": "天气.csv"}', false, NULL, '37dad677cf0b3997d0f5dd0d7889f84b11002e3ca73b0ae1bdb6d7e9b46fdb8a', 18, 1000000000, 1000000000);
INSERT INTO public.record VALUES ('D9ucibB_Y0h-wHclBXICnA', '492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470', 'D9ucibB_Y0h-wHclBXICnA', '{"name": "shared.csv"}', true, '36f2a644edd423f18ed62526d7f3e723f91c22e13a2e540d136060b66386d175', '', 39, 1000000000, 1000000000);
INSERT INTO public.room VALUES ('79XC66', '6c73f12575ef84e10c4f867a6faa9c7c731887ddbedea1fe88baa8576bd8a18a', '{}', 1, 1, 'vote', false, 1, 1000000000, NULL);
INSERT INTO public.student VALUES ('79XC66', 1, 'c3600553d5bef080746cf3121b9f244ebcf3b285db0cfa3eae5bd1805cc24853', '', 0);
INSERT INTO public.version VALUES (1);
INSERT INTO public.vote VALUES ('79XC66', 1, 1, 1, 'leaf', 2);
SELECT pg_catalog.setval('public.version_number_seq', 1, false);
ALTER TABLE ONLY public.answer
    ADD CONSTRAINT answer_pkey PRIMARY KEY (room, survey, student);
ALTER TABLE ONLY public.blob
    ADD CONSTRAINT blob_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.record
    ADD CONSTRAINT record_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.room
    ADD CONSTRAINT room_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.student
    ADD CONSTRAINT student_pkey PRIMARY KEY (room, number);
ALTER TABLE ONLY public.student
    ADD CONSTRAINT student_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.vote
    ADD CONSTRAINT vote_pkey PRIMARY KEY (room, question, round, student);
CREATE INDEX ix_record_digest ON public.record USING btree (digest);
CREATE INDEX ix_record_line ON public.record USING btree (line);
CREATE INDEX ix_record_sender ON public.record USING btree (sender);
CREATE INDEX ix_record_used ON public.record USING btree (used);
CREATE INDEX ix_room_made ON public.room USING btree (made);
ALTER TABLE ONLY public.answer
    ADD CONSTRAINT answer_room_fkey FOREIGN KEY (room) REFERENCES public.room(code) ON DELETE CASCADE;
ALTER TABLE ONLY public.record
    ADD CONSTRAINT record_digest_fkey FOREIGN KEY (digest) REFERENCES public.blob(digest);
ALTER TABLE ONLY public.student
    ADD CONSTRAINT student_room_fkey FOREIGN KEY (room) REFERENCES public.room(code) ON DELETE CASCADE;
ALTER TABLE ONLY public.vote
    ADD CONSTRAINT vote_room_fkey FOREIGN KEY (room) REFERENCES public.room(code) ON DELETE CASCADE;
