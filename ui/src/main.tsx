import { showPage } from './app/showPage.tsx';
import { chosenAddress } from './transport/chosenAddress.ts';
import { WebConnection } from './transport/webConnection.ts';

showPage(new WebConnection(chosenAddress()));
