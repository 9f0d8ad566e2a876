import { DatabaseConfig } from '@portico/postgres';
import { keepsEveryText } from '@portico/postgres/testing';
import { engines, STARTING } from '@portico/testkit';
import { identityDatabase } from '../src/database.ts';

keepsEveryText(identityDatabase(DatabaseConfig.parse(engines())), STARTING);
