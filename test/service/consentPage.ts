import type { Account } from './state.ts';

export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const style = `
:root { color-scheme: light dark; --back: #f4f5f8; --card: #fff; --ink: #1b2a41; --dim: #55627a; --line: #d5dae3; --main: #1f5fbf; --on: #fff }
@media (prefers-color-scheme: dark) { :root { --back: #12161d; --card: #1b212b; --ink: #e8ecf3; --dim: #a4afc0; --line: #364152; --main: #7fb0ff; --on: #10151d } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { width: min(540px, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 24px 28px }
h1 { font-size: 1.25rem; margin: 0 0 4px } p { margin: 0 0 16px; color: var(--dim); overflow-wrap: anywhere }
fieldset { border: 0; margin: 0 0 16px; padding: 0 } legend { font-weight: 600; margin-bottom: 8px; padding: 0 }
.account { display: flex; align-items: center; gap: 12px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; cursor: pointer; min-width: 0; overflow-wrap: anywhere }
.accounts { display: grid; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)); gap: 6px }
.account:has(:checked) { border-color: var(--main); box-shadow: inset 0 0 0 1px var(--main) }
.account:has(:focus-visible), button:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
.account img { width: 32px; height: 32px; border-radius: 50% } .account small { color: var(--dim); display: block }
ul { margin: -8px 0 20px; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 6px } li { border: 1px solid var(--line); border-radius: 6px; padding: 0 8px } code { font-size: .9em }
.buttons { display: flex; gap: 12px } button { flex: 1; font: inherit; font-weight: 600; padding: 10px; border-radius: 8px; border: 1px solid var(--line); background: none; color: inherit; cursor: pointer }
button[value=grant] { background: var(--main); border-color: var(--main); color: var(--on) }`;

const layout = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>${main}</main></body>
</html>
`;

export const messagePage = (title: string, words: string): string =>
  layout(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(words)}</p>`);

/** The page for granting or denying access, without a password. Relative links, because a proxy may serve it below a path. */
export function consentPage(accounts: readonly Account[], query: URLSearchParams): string {
  const hidden = [...query]
    .filter(([name]) => name !== 'login' && name !== 'decision')
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const scopes = (query.get('scope') ?? 'all_user').split(/[ ,+]+/).filter(Boolean);
  return layout(
    'Grant access',
    `<h1>Grant access to Sourcehost?</h1>
<p>The editor wants to act for you on this local service. Afterwards you return to <code>${escapeHtml(query.get('redirect_uri') ?? '')}</code></p>
<form method="post" action="authorize">${hidden}
<fieldset><legend>Sign in as</legend><div class="accounts">${accounts.slice(0, 12).map(choice).join('')}</div></fieldset>
<p id="scopes">It asks for:</p>
<ul aria-labelledby="scopes">${scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`).join('')}</ul>
<div class="buttons"><button name="decision" value="grant">Grant</button><button name="decision" value="deny">Deny</button></div>
</form>`,
  );
}

function choice({ login, name }: Account, at: number): string {
  const checked = at === 0 ? ' checked autofocus' : '';
  return `<label class="account"><input type="radio" name="login" value="${escapeHtml(login)}"${checked}><img src="../-/avatar/${encodeURIComponent(login)}.svg" referrerpolicy="no-referrer" alt=""><span>${escapeHtml(name)}<small>${escapeHtml(login)}</small></span></label>`;
}
