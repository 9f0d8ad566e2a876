// The package's own tests, independent of the repository.
const swc = { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } };

export default {
  testEnvironment: 'node',
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
};
