export const tokenInputs = ['form', 'multipart', 'query', 'queryAndForm'] as const;

/**
 * Where POST /oauth/token has its inputs. The API description names the query string in one place and form data in
 * another. A form keeps secrets out of addresses; the other values are for hosts that require them. `queryAndForm`: the
 * client secret in the form, all other inputs in the query string.
 */
export type TokenInputs = (typeof tokenInputs)[number];
