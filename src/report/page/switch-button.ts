/** A button that is on or off, and reports its state to screen readers. */

/** The button. @param title - what it does, in full. @param press - called when it is pressed. */
export function switchButton(
  label: string,
  title: string,
  isOn: boolean,
  press: () => void,
): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'switch';
  button.textContent = label;
  button.title = title;
  button.setAttribute('aria-pressed', String(isOn));
  button.addEventListener('click', press);
  return button;
}
