CREATE TABLE "admins" (
	"username" text PRIMARY KEY NOT NULL,
	"company_name" text NOT NULL,
	"company_email" text NOT NULL,
	"phone_number" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_super_admin" boolean DEFAULT false NOT NULL,
	"features" jsonb NOT NULL,
	"totp_secret" text,
	"pending_totp_secret" text,
	"last_totp_step" bigint,
	"cache_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"address" text NOT NULL,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "collection_states" (
	"collection" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"epoch" text NOT NULL,
	"delta_from" bigint DEFAULT 0 NOT NULL,
	"as_of" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mobile_users" (
	"userid" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"location" text NOT NULL,
	"multi_location_enable" boolean NOT NULL,
	"features" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "records" (
	"collection" text NOT NULL,
	"id" text NOT NULL,
	"body" jsonb NOT NULL,
	"hash" text NOT NULL,
	"seq" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "records_collection_id_pk" PRIMARY KEY("collection","id")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"started_by" text NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"heartbeat_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"read_from" timestamp with time zone,
	"cursor" jsonb,
	"pages" integer DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"refusals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fault" text,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"stage" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_value" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staged_rows" (
	"run_id" text NOT NULL,
	"id" text NOT NULL,
	"body" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "staged_rows_run_id_id_pk" PRIMARY KEY("run_id","id")
);
--> statement-breakpoint
CREATE TABLE "tombstones" (
	"collection" text NOT NULL,
	"id" text NOT NULL,
	"seq" bigint NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tombstones_collection_id_pk" PRIMARY KEY("collection","id")
);
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_username_admins_username_fk" FOREIGN KEY ("username") REFERENCES "public"."admins"("username") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_username_admins_username_fk" FOREIGN KEY ("username") REFERENCES "public"."admins"("username") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_rows" ADD CONSTRAINT "staged_rows_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admins_by_lower_username" ON "admins" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "admins_by_lower_email" ON "admins" USING btree (lower("company_email"));--> statement-breakpoint
CREATE UNIQUE INDEX "mobile_users_by_lower_userid" ON "mobile_users" USING btree (lower("userid"));--> statement-breakpoint
CREATE INDEX "records_by_seq" ON "records" USING btree ("collection","seq");--> statement-breakpoint
CREATE INDEX "runs_by_collection" ON "runs" USING btree ("collection","started_at");--> statement-breakpoint
CREATE INDEX "sessions_by_username" ON "sessions" USING btree ("username");--> statement-breakpoint
CREATE INDEX "tombstones_by_seq" ON "tombstones" USING btree ("collection","seq");