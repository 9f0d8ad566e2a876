// Prints the duration of a run, the total time of each project, and the slowest suites.
import { relative } from 'node:path';

const SLOWEST = 15;
const seconds = (milliseconds) => `${(milliseconds / 1_000).toFixed(1).padStart(7)} s`;

export default class TimeReporter {
  #suites = [];

  onTestFileResult({ path, context }, { perfStats }) {
    const time = perfStats.end - perfStats.start;
    const { displayName, rootDir } = context.config;
    this.#suites.push({ time, project: displayName.name, path: relative(rootDir, path) });
  }

  onRunComplete(_, { startTime }) {
    if (this.#suites.length < 2) return;
    console.log(`\nTime of the run ${seconds(Date.now() - startTime)}; of its suites, which run beside each other:`);
    for (const [project, suites] of Map.groupBy(this.#suites, ({ project }) => project)) {
      const sum = suites.reduce((total, { time }) => total + time, 0);
      console.log(`${seconds(sum)}  ${project} (${suites.length} suites)`);
    }
    console.log('The slowest:');
    const slowest = this.#suites.toSorted((a, b) => b.time - a.time).slice(0, SLOWEST);
    for (const { time, path } of slowest) console.log(`${seconds(time)}  ${path}`);
  }
}
