/** Where a link leads, and what runs instead when it is chosen: the attributes `data-…` of an action. */
export interface LinkTarget {
  readonly href: string;
  readonly action?: Readonly<Record<string, string>>;
}

/** The attributes of a link: its address, and the action that it runs. */
export function linkAttributes({ href, action = {} }: LinkTarget): [string, string][] {
  return [['href', href], ...Object.entries(action).map(([key, value]): [string, string] => [`data-${key}`, value])];
}

/** Where an address leads: only https, http and mailto lead out; `relative` resolves what is no absolute address. */
export function linkOf(
  address: string,
  relative: (address: string) => LinkTarget | undefined = () => undefined,
): LinkTarget | undefined {
  // Browsers skip these in an address, so `java\nscript:` is one.
  // eslint-disable-next-line no-control-regex -- control characters are what this removes
  const given = address.replaceAll(/[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202f\u2060-\u206f]/g, '');
  if (given === '' || /^[/\\]{2}/.test(given)) return undefined;
  if (!/^[a-z][a-z\d+.-]*:/i.test(given)) return relative(address.trim());
  if (!/^(https?|mailto):/i.test(given) || !URL.canParse(given)) return undefined;
  return { href: new URL(given).href };
}
