import { configure } from '@testing-library/dom';

// Code loads on first use, on a machine that runs other tests in parallel: tests wait for the result, not for a time.
configure({ asyncUtilTimeout: 15_000 });
