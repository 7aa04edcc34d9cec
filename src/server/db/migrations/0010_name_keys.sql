ALTER TABLE "admins" ADD COLUMN "username_key" text;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "company_email_key" text;--> statement-breakpoint
ALTER TABLE "mobile_users" ADD COLUMN "userid_key" text;