CREATE TABLE "floor_records" (
	"collection" text NOT NULL,
	"id" text NOT NULL,
	"userid" text NOT NULL,
	"client_id" text NOT NULL,
	"hash" text NOT NULL,
	"booking" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"lease" text,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "floor_records_collection_id_pk" PRIMARY KEY("collection","id")
);
--> statement-breakpoint
CREATE TABLE "mobile_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"userid" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mobile_sessions" ADD CONSTRAINT "mobile_sessions_userid_mobile_users_userid_fk" FOREIGN KEY ("userid") REFERENCES "public"."mobile_users"("userid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "floor_records_by_client_id" ON "floor_records" USING btree ("collection","userid","client_id");--> statement-breakpoint
CREATE INDEX "floor_records_by_next_at" ON "floor_records" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "mobile_sessions_by_userid" ON "mobile_sessions" USING btree ("userid");