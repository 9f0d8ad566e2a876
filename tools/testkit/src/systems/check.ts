// node tools/testkit/src/systems/check.ts <system>: exits with 0 if the system runs, otherwise prints the reason in one line.
import { CLIENT_PROGRAMS } from './client-programs.ts';
import { findKeycloak } from './keycloak-installation.ts';
import { SystemMissing } from './missing.ts';

const SYSTEMS: Record<string, () => Promise<unknown>> = {
  keycloak: findKeycloak,
  'python-clients': CLIENT_PROGRAMS.python,
  'go-clients': CLIENT_PROGRAMS.go,
  'java-clients': CLIENT_PROGRAMS.java,
};

const name = process.argv[2] ?? '';
try {
  const find = SYSTEMS[name];
  if (!find) throw new Error(`there is no system '${name}': one of ${Object.keys(SYSTEMS).join(', ')}`);
  await find();
} catch (error) {
  console.error(error instanceof SystemMissing ? error.message : error);
  process.exitCode = 1;
}
