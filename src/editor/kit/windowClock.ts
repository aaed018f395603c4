import { window } from 'vscode';

/** The time and the focus of this window. */
export const windowClock = {
  window: {
    isFocused: () => window.state.focused,
    onDidChangeFocus: (listener: () => void) => window.onDidChangeWindowState(listener),
  },
  clock: {
    now: () => Date.now(),
    after: (delay: number, run: () => void) => {
      const timer = setTimeout(run, delay);
      return { dispose: () => clearTimeout(timer) };
    },
  },
};
