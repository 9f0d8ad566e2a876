import { DatabaseConfig } from '@portico/postgres';
import { keepsEveryText } from '@portico/postgres/testing';
import { engines, STARTING } from '@portico/testkit';
import { orgsDatabase } from '../src/database.ts';

keepsEveryText(orgsDatabase(DatabaseConfig.parse(engines())), STARTING);
