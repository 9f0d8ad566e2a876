// Runs the package's own tests, independent of the repository. CONFORMANCE=1 runs the comparison with Apache Kafka instead.
const swc = { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } };

export default {
  testEnvironment: 'node',
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  testMatch: process.env.CONFORMANCE === '1' ? ['<rootDir>/**/*.real.spec.ts'] : ['<rootDir>/**/*.spec.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/dist/',
    ...(process.env.CONFORMANCE === '1' ? [] : ['\\.real\\.spec\\.ts$']),
  ],
};
