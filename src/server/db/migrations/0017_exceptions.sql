CREATE TABLE "case_actions" (
	"by" text NOT NULL,
	"action_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reply" jsonb NOT NULL,
	CONSTRAINT "case_actions_by_action_id_pk" PRIMARY KEY("by","action_id")
);
--> statement-breakpoint
CREATE TABLE "case_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"collection" text,
	"record_id" text,
	"cause" text,
	"at" timestamp with time zone NOT NULL,
	"by" text,
	"step" text NOT NULL,
	"text" text
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"collection" text NOT NULL,
	"record_id" text NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"state" text NOT NULL,
	"assignee" text,
	"snoozed_until" timestamp with time zone,
	"failures" integer NOT NULL,
	"first_failed_at" timestamp with time zone NOT NULL,
	"last_failed_at" timestamp with time zone NOT NULL,
	"reopened_at" timestamp with time zone,
	"tried_again_at" timestamp with time zone,
	"resolved_by" text,
	"resolved_at" timestamp with time zone,
	"resolved_how" text,
	"erp_number" text,
	"notes" integer DEFAULT 0 NOT NULL,
	"version" integer NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "cases_collection_record_id_pk" PRIMARY KEY("collection","record_id")
);
--> statement-breakpoint
CREATE TABLE "cause_owners" (
	"cause" text PRIMARY KEY NOT NULL,
	"assignee" text,
	"note" text,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retries" (
	"id" text PRIMARY KEY NOT NULL,
	"cause" text,
	"by" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"total" integer NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"faults" integer DEFAULT 0 NOT NULL,
	"stopped_because" text
);
--> statement-breakpoint
CREATE TABLE "retry_records" (
	"retry_id" text NOT NULL,
	"collection" text NOT NULL,
	"record_id" text NOT NULL,
	"outcome" text,
	"next_before" timestamp with time zone,
	CONSTRAINT "retry_records_retry_id_collection_record_id_pk" PRIMARY KEY("retry_id","collection","record_id")
);
--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_assignee_admins_username_fk" FOREIGN KEY ("assignee") REFERENCES "public"."admins"("username") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cause_owners" ADD CONSTRAINT "cause_owners_assignee_admins_username_fk" FOREIGN KEY ("assignee") REFERENCES "public"."admins"("username") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retry_records" ADD CONSTRAINT "retry_records_retry_id_retries_id_fk" FOREIGN KEY ("retry_id") REFERENCES "public"."retries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_notes_by_record" ON "case_notes" USING btree ("collection","record_id");--> statement-breakpoint
CREATE INDEX "case_notes_by_cause" ON "case_notes" USING btree ("cause");--> statement-breakpoint
CREATE INDEX "cases_by_seq" ON "cases" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "cases_by_cause" ON "cases" USING btree ("cause");--> statement-breakpoint
CREATE INDEX "retries_by_start" ON "retries" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "retry_records_open" ON "retry_records" USING btree ("collection","record_id") WHERE "retry_records"."outcome" IS NULL;