import type { Variable } from './variables.ts';

const HEAD = `# Configuration

Written by \`npm run configuration\` from the schemas of the services: do not edit it. A process with a bad environment prints
every wrong variable and ends with exit code 1. An empty value counts as none.

A variable marked **secret** belongs in a secret: set \`<NAME>_FILE\` to a file with the value instead (\`POSTGRES_URL_FILE\` for
\`POSTGRES_URL\`), as orchestrators mount it. Other variables may come from files in the same way. A line break at the end of
the file is left out, and setting both is an error. A variable that ends in \`_FILE\` itself names a file with certificates.

`;

const cell = (value: string): string => value.replaceAll('|', String.raw`\|`);

const fallback = ({ fallback: value }: Variable): string => {
  if (value === null) return '**required**';
  return value === '' ? '' : `\`${cell(value)}\``;
};

export function pageOf(variables: readonly Variable[], services: readonly string[]): string {
  const processesOf = ({ services: some }: Variable): string =>
    some.length === services.length ? 'all' : some.join(', ');
  const rows = variables.map((variable) => {
    const { name, meaning, isSecret } = variable;
    return `| \`${name}\` | ${processesOf(variable)} | ${fallback(variable)} | ${isSecret ? `**secret**, \`${name}_FILE\`` : ''} | ${cell(meaning)} |`;
  });
  return `${HEAD}Processes: ${services.map((name) => `\`${name}\``).join(', ')}.

| variable | processes | default | secret | meaning |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
