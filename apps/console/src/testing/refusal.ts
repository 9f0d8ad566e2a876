import type { ProblemCode } from '@portico/contracts/common/problem';

export const refusalOf = (status: number, code: ProblemCode, message: string, faults: unknown[] = []) =>
  Response.json({ type: 'about:blank', title: 'Refused', status, code, message, faults }, { status });
