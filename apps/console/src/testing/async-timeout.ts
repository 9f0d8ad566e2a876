import { configure } from '@testing-library/dom';

// Code loads on first use, on a machine that runs other tests in parallel. Tests wait for results, so the timeout is long.
configure({ asyncUtilTimeout: 15_000 });
