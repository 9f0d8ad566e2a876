import { configure } from '@testing-library/dom';

// What is opened for the first time waits for its code, on a machine that runs other tests beside this one: how long
// something takes is no test's business, only that it comes.
configure({ asyncUtilTimeout: 15_000 });
