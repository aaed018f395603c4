export const tokenInputs = ['form', 'multipart', 'query', 'queryAndForm'] as const;

/**
 * Where the inputs of POST /oauth/token stand. The description says query string in one place and form data in another:
 * a form keeps secrets out of addresses, so the others are only for a host that insists. `queryAndForm`: all in the
 * query string but the client secret.
 */
export type TokenInputs = (typeof tokenInputs)[number];
