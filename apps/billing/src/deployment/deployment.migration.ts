import { Migration } from '@mikro-orm/migrations';

export class DeploymentMigration extends Migration {
  override name = '0011-deployment';

  override up(): void {
    this.addSql(`create table "deployment" ("id" int not null primary key, "deployment_id" text not null)`);
  }
}
