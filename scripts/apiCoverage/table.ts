import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../../src/api/contract/endpoint.ts';
import { endpoints } from '../../src/api/client/endpoints.ts';
import { optionalEndpoints } from '../../src/api/client/optionalEndpoints.ts';
import { operationOf } from '../../src/api/http/request.ts';
import { root } from '../kit/paths.ts';

type Table = typeof endpoints;
export type ClientName = { [G in keyof Table]: `${G}.${Extract<keyof Table[G], string>}` }[keyof Table];

interface Row {
  /** The name of the client function. */
  readonly name: string;
  readonly endpoint: Endpoint;
}

const rowsOf = (groups: Readonly<Record<string, object>>): readonly Row[] =>
  Object.entries(groups).flatMap(([group, table]) =>
    Object.entries(table as Readonly<Record<string, Endpoint>>).map(([name, endpoint]) => ({
      name: `${group}.${name}`,
      endpoint,
    })),
  );

/** The operations of the description. */
export const rows = (): readonly Row[] => rowsOf(endpoints);
/** The operations that only some hosts have. */
export const optionalRows = (): readonly Row[] => rowsOf(optionalEndpoints);
export const allRows = (): readonly Row[] => [...rows(), ...optionalRows()];

/** The files of `src` that call the operation of a name. Every call is written as `api.<group>.<name>`. */
function callers(): (name: string) => readonly string[] {
  const source = join(root, 'src');
  const files = globSync('**/*.ts', { cwd: source, exclude: ['api/**'] })
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(source, file), 'utf8') }))
    .sort((one, other) => (one.file < other.file ? -1 : 1));
  return (name) => {
    const call = new RegExp(`\\bapi\\s*\\.${name.replace('.', '\\s*\\.')}\\b`);
    return files.filter(({ text }) => call.test(text)).map(({ file }) => file);
  };
}

/** docs/api-coverage.md: every operation of the API, and where the extension calls it. */
export function coverage(): string {
  const callersOf = callers();
  const table = (some: readonly Row[]): string =>
    some
      .map(({ name, endpoint }) => {
        const files = callersOf(name).map((file) => `\`${file}\``);
        return `| ${operationOf(endpoint)} | \`${name}\` | ${files.length === 0 ? '–' : files.join(', ')} |`;
      })
      .join('\n');
  return `# Coverage of the API

\`npm run coverage:api\` writes this page from the endpoint table in \`src/api/endpoints\` and from the calls in \`src\`. Do
not edit it by hand. “–”: nothing calls the operation yet. Signing in uses \`src/api/oauth\`, whose paths are outside of the
API.

| operation | client | called in |
| --- | --- | --- |
${table(rows())}

## Optional operations

The description of the API does not have these operations, and some hosts do. A host without one answers 404 or 405;
the extension then offers the page of the host in its place.

| operation | client | called in |
| --- | --- | --- |
${table(optionalRows())}
`;
}
