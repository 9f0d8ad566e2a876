// Everything that Portico changes in kafkajs, applied once, before a client is made. ../../README.md lists the reports.
import { addCompressors } from './compressors.ts';
import { decodeFetchesWithLimits } from './fetch.ts';
import { stopIdleTimers } from './idle-timer.ts';
import { retryLostSignOns } from './sign-on.ts';
import { stopDuringFetches } from './stop.ts';

decodeFetchesWithLimits();
stopIdleTimers();
retryLostSignOns();
stopDuringFetches();
addCompressors();
