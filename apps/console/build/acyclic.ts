import type { Plugin } from 'vite';

/** The files of a circle of static imports, each imported by the one before it, or null. */
export function circleOf(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const imported of imports.get(file) ?? []) {
      const circle = visit(imported, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return null;
}

/**
 * Ends a build whose files import each other in a circle: one of them would run before what it needs, and the page stay
 * empty. It comes of a module that stands in the wrong group (see chunks.ts).
 */
export const acyclic = (): Plugin => ({
  name: 'portico:acyclic',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
    const circle = circleOf(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
    const nameOf = (fileName: string) => chunks.find((chunk) => chunk.fileName === fileName)?.name ?? fileName;
    if (circle) this.error(`files import each other in a circle: ${circle.map(nameOf).join(' -> ')}`);
  },
});
