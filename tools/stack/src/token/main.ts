/** Prints a product token for a demo account of the running one-machine stack, and nothing else. */
import { DEMO_ACCOUNTS, findDemoAccount } from '../demo-accounts.ts';
import { runningStack, stackToken } from '../sign-in/index.ts';
import { dataDirOf } from '../stack-file.ts';

const names = DEMO_ACCOUNTS.map(({ key }) => key).join(', ');

const print = async ([account, ...rest]: string[]): Promise<void> => {
  if (account === undefined || rest.length > 0) throw new Error(`Usage: npm run --silent token -- <${names}>`);
  if (!findDemoAccount(account)) throw new Error(`${account} is no demo account. There are: ${names}.`);
  console.log(await stackToken(runningStack(dataDirOf(process.env)), account));
};

try {
  await print(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
