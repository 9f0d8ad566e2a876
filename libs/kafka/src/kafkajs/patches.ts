// Applies all of Portico's changes to kafkajs once, before a client is created. ../../README.md lists the bug reports.
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
