import { DatabaseConfig } from '@portico/postgres';
import { keepsEveryText } from '@portico/postgres/testing';
import { engines, STARTING } from '@portico/testkit';
import { integrationsDatabase } from '../src/database.ts';

keepsEveryText(integrationsDatabase(DatabaseConfig.parse(engines())), STARTING);
