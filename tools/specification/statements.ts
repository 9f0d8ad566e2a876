/** One statement of the specification. `isBuilt` is false under 'Not built yet'. */
export type Statement = { id: string; text: string; isBuilt: boolean };
export type Section = { title: string; statements: Statement[] };

const NOT_BUILT = 'Not built yet';

/** Reads `statements.md`: sections by `##`, statements by `- id text`. @throws on a line that is neither. */
export const readStatements = (markdown: string): Section[] => {
  const [, ...parts] = markdown.split(/^## /m);
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    const statements = lines.flatMap((line): Statement[] => {
      if (line === '') return [];
      const [, id, text] = /^- ((?:\d|D)\.\d+) (.+)$/.exec(line) ?? [];
      if (id === undefined || text === undefined) throw new Error(`statements.md: not '- id text': ${line}`);
      return [{ id, text, isBuilt: title !== NOT_BUILT }];
    });
    return { title, statements };
  });
};
