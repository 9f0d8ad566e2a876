/** `npm run node -- tools/release/src/sbom-main.ts [file]` writes the components of the product in CycloneDX format. */
import { writeFileSync } from 'node:fs';
import { sbomOf } from './sbom.ts';

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
const sbom = sbomOf(process.cwd());
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`${file}: ${sbom.components.length} components`);
