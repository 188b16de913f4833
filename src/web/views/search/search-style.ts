import { addStyle } from '../../design/load-style.ts';
import css from './search.css';

// Loaded together with what finds the results.
addStyle(css);
