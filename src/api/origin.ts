export function isLoopback(url: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}

/** https, or plain http to this machine; without a user name or password, which would end up in logs. */
export function isSafe(url: URL): boolean {
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
  return secure && url.username === '' && url.password === '';
}

/** Whether what answers at `from` may send us to `to`: nobody elsewhere may reach into this machine. */
export function mayLead(from: URL, to: URL): boolean {
  return isSafe(to) && (isLoopback(from) || !isLoopback(to));
}
