/**
 * A button that is on or off, and says so to those who do not see it.
 */

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
