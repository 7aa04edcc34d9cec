CREATE TABLE "preferences" (
	"username" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "preferences_username_key_pk" PRIMARY KEY("username","key")
);
--> statement-breakpoint
CREATE TABLE "view_defaults" (
	"screen" text NOT NULL,
	"username" text,
	"view_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "view_readers" (
	"view_id" text NOT NULL,
	"username" text NOT NULL,
	CONSTRAINT "view_readers_view_id_username_pk" PRIMARY KEY("view_id","username")
);
--> statement-breakpoint
CREATE TABLE "views" (
	"id" text PRIMARY KEY NOT NULL,
	"screen" text NOT NULL,
	"owner" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"audience" text NOT NULL,
	"config" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_username_admins_username_fk" FOREIGN KEY ("username") REFERENCES "public"."admins"("username") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_defaults" ADD CONSTRAINT "view_defaults_username_admins_username_fk" FOREIGN KEY ("username") REFERENCES "public"."admins"("username") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_defaults" ADD CONSTRAINT "view_defaults_view_id_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_readers" ADD CONSTRAINT "view_readers_view_id_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_readers" ADD CONSTRAINT "view_readers_username_admins_username_fk" FOREIGN KEY ("username") REFERENCES "public"."admins"("username") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_owner_admins_username_fk" FOREIGN KEY ("owner") REFERENCES "public"."admins"("username") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "view_defaults_of_one" ON "view_defaults" USING btree ("screen","username");--> statement-breakpoint
CREATE UNIQUE INDEX "view_defaults_of_everyone" ON "view_defaults" USING btree ("screen") WHERE "view_defaults"."username" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "views_by_name" ON "views" USING btree ("owner","screen","name_key");