/**
 * The script of pages without charts of a run: sorts, filters and saves tables, and unfolds
 * everything for printing.
 */

import './report.css';
import { startTables } from './tables/start-tables.js';

startTables();
