/** Formats integers as one parameter of type `int[]`, for `= any(?::int[])`. A list would become one parameter per integer. */
export const intArray = (values: Iterable<number>): string => `{${[...values].join(',')}}`;
