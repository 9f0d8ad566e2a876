// Lets Node run the services' TypeScript from source in development and tests: Nest's injection needs the decorator
// metadata that Node's own type stripping does not emit. Use: node --import ./tools/swc-hook.mjs apps/x/src/main.ts
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !/\.ts(\?|$)/.test(url) || url.includes('/node_modules/'))
      return nextLoad(url, context);
    const filename = fileURLToPath(url.split('?')[0]);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      sourceMaps: 'inline',
      swcrc: false,
      configFile: false,
      module: { type: 'es6' },
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, verbatimModuleSyntax: true },
      },
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
