DROP INDEX "admins_by_lower_username";--> statement-breakpoint
DROP INDEX "admins_by_lower_email";--> statement-breakpoint
DROP INDEX "mobile_users_by_lower_userid";--> statement-breakpoint
ALTER TABLE "admins" ALTER COLUMN "username_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "admins" ALTER COLUMN "company_email_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mobile_users" ALTER COLUMN "userid_key" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "admins_by_username_key" ON "admins" USING btree ("username_key");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_by_company_email_key" ON "admins" USING btree ("company_email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "mobile_users_by_userid_key" ON "mobile_users" USING btree ("userid_key");