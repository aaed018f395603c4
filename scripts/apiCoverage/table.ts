import type { Endpoint } from '../../src/api/contract/endpoint.ts';
import { endpoints } from '../../src/api/client/endpoints.ts';
import { optionalEndpoints, type OptionalOperation } from '../../src/api/client/optionalEndpoints.ts';
import { operationOf } from '../../src/api/http/request.ts';
import { oauth, optionalPlaces, places } from './places.ts';

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

/** docs/api-coverage.md: every operation of the API, its client function and its place in the user interface. */
export function coverage(): string {
  const where = new Map<string, readonly [number, string]>(Object.entries(places));
  const table = rows().map(({ name, endpoint }) => {
    const [number, place] = where.get(name) ?? [0, ''];
    return { number, operation: operationOf(endpoint), client: `\`${name}\``, place };
  });
  const signIn = oauth.map(([number, operation, place]) => ({ number, operation, client: 'sign-in', place }));
  const lines = [...signIn, ...table]
    .sort((a, b) => a.number - b.number)
    .map(({ number, operation, client, place }) => `| ${number} | ${operation} | ${client} | ${place} |`);
  const optional = optionalRows().map(
    ({ name, endpoint }) => `| ${operationOf(endpoint)} | \`${name}\` | ${optionalPlaces[name as OptionalOperation]} |`,
  );
  return `# Coverage of the API

Written by \`npm run coverage:api\` from the endpoint table in \`src/api/endpoints\`; not edited by hand.
Commands are named without \`sourcehost.\`; a view is reached by opening it or the node.

| # | operation | client | where a person reaches it |
| --: | --- | --- | --- |
${lines.join('\n')}

## Optional operations

The description of the API does not have these operations, and some hosts do. A host without one answers 404 or 405;
the extension then offers the page of the host in its place. “–”: nothing in the extension calls it yet.

| operation | client | where a person reaches it |
| --- | --- | --- |
${optional.join('\n')}
`;
}
