import {
  Disposable,
  QuickPickItemKind,
  type Event,
  type InputBox,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItem,
  type QuickPickItemButtonEvent,
} from 'vscode';

/** An event with the interface of the editor's events. */
class Signal<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event: Event<T> = (listener, at) => {
    const bound = listener.bind(at) as (value: T) => unknown;
    this.#listeners.add(bound);
    return new Disposable(() => this.#listeners.delete(bound));
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}

/** The common part of an input box and a list. */
abstract class Input {
  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  enabled = true;
  busy = false;
  ignoreFocusOut = false;
  placeholder: string | undefined;
  prompt: string | undefined;
  buttons: readonly QuickInputButton[] = [];
  /** Whether it is on screen. */
  shown = false;
  readonly changed = new Signal<string>();
  readonly accepted = new Signal<void>();
  readonly pressed = new Signal<QuickInputButton>();
  readonly hidden = new Signal<void>();
  readonly onDidChangeValue = this.changed.event;
  readonly onDidAccept = this.accepted.event;
  readonly onDidTriggerButton = this.pressed.event;
  readonly onDidHide = this.hidden.event;
  readonly #onShow: (input: this) => void;
  #value = '';

  constructor(onShow: (input: Input) => void) {
    this.#onShow = onShow;
  }

  get value(): string {
    return this.#value;
  }

  set value(value: string) {
    this.#value = value;
    this.valueChanged();
  }

  /** Sets the value as typing does. */
  type(text: string): void {
    this.value = text;
    this.changed.fire(text);
  }

  show(): void {
    if (this.shown) return;
    this.#onShow(this);
    this.shown = true;
  }

  hide(): void {
    if (!this.shown) return;
    this.shown = false;
    this.hidden.fire();
  }

  dispose(): void {
    this.hide();
  }

  protected valueChanged(): void {}
}

/** A double of the editor's input box. */
export class FakeInputBox extends Input implements Omit<InputBox, 'title'> {
  password = false;
  valueSelection: readonly [number, number] | undefined;
  validationMessage: InputBox['validationMessage'];

  /** The validation error of the value. */
  get wrong(): string | undefined {
    return typeof this.validationMessage === 'object' ? this.validationMessage.message : this.validationMessage;
  }
}

/** A double of the editor's list: filters by the typed text, and its first row is active, as in the editor. */
export class FakePick extends Input implements Omit<QuickPick<QuickPickItem>, 'title'> {
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  keepScrollPosition = false;
  activeItems: readonly QuickPickItem[] = [];
  readonly #selected = new Signal<readonly QuickPickItem[]>();
  readonly #active = new Signal<readonly QuickPickItem[]>();
  readonly onDidChangeSelection = this.#selected.event;
  readonly onDidChangeActive = this.#active.event;
  readonly rowPressed = new Signal<QuickPickItemButtonEvent<QuickPickItem>>();
  readonly onDidTriggerItemButton = this.rowPressed.event;
  #items: readonly QuickPickItem[] = [];
  #selectedItems: readonly QuickPickItem[] = [];

  get items(): readonly QuickPickItem[] {
    return this.#items;
  }

  set items(items: readonly QuickPickItem[]) {
    this.#items = items;
    // A row that left the list is not selected any more.
    this.#selectedItems = this.#selectedItems.filter((item) => items.includes(item));
    this.#activate();
  }

  get selectedItems(): readonly QuickPickItem[] {
    return this.#selectedItems;
  }

  set selectedItems(items: readonly QuickPickItem[]) {
    this.#selectedItems = items.filter((item) => this.#items.includes(item));
    this.#selected.fire(this.#selectedItems);
  }

  /** The visible rows. */
  get rows(): readonly QuickPickItem[] {
    const typed = this.value.toLowerCase();
    const fits = ({ label, description, detail, alwaysShow }: QuickPickItem): boolean =>
      alwaysShow === true ||
      [label, this.matchOnDescription ? description : '', this.matchOnDetail ? detail : ''].some(
        (text) => text?.toLowerCase().includes(typed) === true,
      );
    return this.#items.filter((item) => item.kind !== QuickPickItemKind.Separator && (typed === '' || fits(item)));
  }

  protected override valueChanged(): void {
    this.#activate();
  }

  #activate(): void {
    const { rows } = this;
    this.activeItems = rows.slice(0, 1);
    this.#active.fire(this.activeItems);
  }
}
