-- The database of one service, which the role portico_migrations owns, and the service's own role, which reads and writes rows there
-- and nothing else. Once on the server, as its administrator: create role portico_migrations login password '…';
-- then for each service, with another password:
--   sed "s/{service}/orgs/g; s/{password}/$PASSWORD/g" roles.sql | psql "$ADMINISTRATOR_URL"
-- Where the database is there already, of one account for all: leave out `create database`, and begin in it with
--   reassign owned by portico to portico_migrations;
create role portico_{service} login password '{password}';
create database {service} owner portico_migrations;
revoke connect, temporary on database {service} from public;
grant connect on database {service} to portico_{service};
\connect {service}
revoke all on schema public from public;
grant usage on schema public to portico_{service};
grant select, insert, update, delete on all tables in schema public to portico_{service};
grant usage, select on all sequences in schema public to portico_{service};
alter default privileges for role portico_migrations in schema public
  grant select, insert, update, delete on tables to portico_{service};
alter default privileges for role portico_migrations in schema public
  grant usage, select on sequences to portico_{service};
