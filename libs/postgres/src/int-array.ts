/** Integers as one parameter of type `int[]`: `= any(?::int[])`. A list would become one parameter each. */
export const intArray = (values: Iterable<number>): string => `{${[...values].join(',')}}`;
