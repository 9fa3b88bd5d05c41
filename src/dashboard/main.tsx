/** The page begins here: styles, the tree of components, and the session. */

import './looks/looks.css';
import { render } from 'preact';
import { Page } from './page.js';
import { start } from './state/app.js';

render(<Page />, document.getElementById('page') as HTMLElement);
void start();
