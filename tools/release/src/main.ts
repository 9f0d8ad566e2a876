/** `npm run release -- [--dry-run]` creates the next version: its changelog, a commit and a tag. Does not push or publish. */
import { parseArgs } from 'node:util';
import { sectionOf } from './changelog.ts';
import { commitAndTag, commitsSince, isClean, lastTag } from './commits.ts';
import { FILES, versionIn, writeRelease } from './files.ts';
import { nextVersion } from './version.ts';

const folder = process.cwd();
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const current = versionIn(folder);
const tag = lastTag(folder);
const commits = commitsSince(folder, tag);
/** Version of the release. The first release keeps the version in package.json. */
const version = tag === null ? current : nextVersion(current, commits);

if (version === null) {
  console.log(`Nothing to release: ${commits.length} commits since ${tag ?? 'the beginning'} change no behaviour`);
} else {
  const section = sectionOf(version, new Date().toISOString().slice(0, 10), commits);
  const pushing = `git push --follow-tags`;
  if (values['dry-run']) {
    console.log(`Next version: ${version} (${tag ?? 'no release'} before it, ${commits.length} commits)\n`);
    console.log(`${section}\nWould write ${FILES.join(', ')}`);
    console.log(`Would commit 'chore(release): ${version}' and tag it v${version}`);
    console.log(`After \`${pushing}\` .github/workflows/release.yml would publish, for the tag:`);
    console.log(
      `  the image ghcr.io/<owner>/portico:${version} for linux/amd64 and linux/arm64, with provenance and SBOM`,
    );
    console.log(`  the chart oci://ghcr.io/<owner>/charts/portico ${version}`);
    console.log(`  a release page with the changelog and portico-${version}.cdx.json`);
  } else if (isClean(folder)) {
    writeRelease(folder, current, version, section);
    commitAndTag(folder, FILES, version);
    console.log(`v${version} is tagged here: \`${pushing}\` publishes it`);
  } else {
    console.error('There are changes that are not committed');
    process.exitCode = 1;
  }
}
