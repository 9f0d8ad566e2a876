import { DatabaseConfig } from '@portico/postgres';
import { keepsEveryText } from '@portico/postgres/testing';
import { engines, STARTING } from '@portico/testkit';
import { billingDatabase } from '../src/database.ts';

keepsEveryText(billingDatabase(DatabaseConfig.parse(engines())), STARTING);
