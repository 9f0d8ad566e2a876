// The package's own tests, without the repository around it.
const swc = { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } };

export default {
  testEnvironment: 'node',
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
};
