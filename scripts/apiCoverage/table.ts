import type { Endpoint } from '../../src/api/contract/endpoint.ts';
import { endpoints } from '../../src/api/client/endpoints.ts';
import { operationOf } from '../../src/api/http/request.ts';
import { oauth, places } from './places.ts';

/** Every row of the endpoint table, by the name of its client function. */
export function rows(): readonly { readonly name: string; readonly endpoint: Endpoint }[] {
  return Object.entries(endpoints).flatMap(([group, table]) =>
    Object.entries<Endpoint>(table).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
  );
}

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
  return `# Coverage of the API

Written by \`npm run coverage:api\` from the endpoint table in \`src/api/endpoints\`; not edited by hand.
Commands are named without \`sourcehost.\`; a view is reached by opening it or the node.

| # | operation | client | where a person reaches it |
| --: | --- | --- | --- |
${lines.join('\n')}
`;
}
