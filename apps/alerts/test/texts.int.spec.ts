import { DatabaseConfig } from '@portico/postgres';
import { keepsEveryText } from '@portico/postgres/testing';
import { engines, STARTING } from '@portico/testkit';
import { alertsDatabase } from '../src/database.ts';

keepsEveryText(alertsDatabase(DatabaseConfig.parse(engines())), STARTING);
