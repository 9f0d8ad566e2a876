/** The column type of moments. */
export const MOMENT_TYPE = "DateTime64(3, 'UTC')";

/** The column type of a choice. Its values are numbered from 1. */
export const enumType = (values: readonly string[]): string =>
  `Enum8(${values.map((value, index) => `'${value}' = ${index + 1}`).join(', ')})`;
