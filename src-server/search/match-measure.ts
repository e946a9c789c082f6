/** How much more of a question a skill has than chance brings about. */

import type { MatchStrength } from '../contract/api.ts';
import { inverseDocumentFrequency } from './find-index.ts';

export interface FoundWord {
  /** Number of skills, and of documents of the background, that have the word. */
  readonly documents: number;
  /** Whether another skill has it. */
  readonly isShared?: boolean;
  /** How much of the word was found: 1 in the entry, less for stand-ins or elsewhere, 0 if it is absent. */
  readonly evidence: number;
  /** Whether metadata or symptoms of the skill have the word, which is no chance. */
  readonly inMetadata?: boolean;
  /** Whether the word is used as a name: `Godot`, `folly` in `folly::dynamic`. */
  readonly isName?: boolean;
  /** Whether any question may have the word: `somebody`, `already`. */
  readonly isOrdinary?: boolean;
}

/** The lowest measures of strong and partial matches. */
const THRESHOLDS = { strong: 8, partial: 5.5 } as const;

const NAME_SHARE = 3;

/** Information of a usual query, in idfs of a word of a single skill. */
const USUAL_LENGTH = 2;

/** Information of a word, the idf without its 1: almost 0 for a word of every skill, most for an unknown word. */
export function distinction(skills: number, documents: number): number {
  return Math.log((skills + 1) / (documents + 0.5));
}

/**
 * Returns weight / idf(1) · (coverage · min(1, usual length / length)) ^ ¼. `coverage`: share of the
 * query's information that was found. Chance brings about 0.7 to 1.4.
 */
export function matchMeasure(words: readonly FoundWord[], weight: number, skills: number): number {
  let length = 0;
  let all = 0;
  let found = 0;
  for (const word of informativeWords(words)) {
    const information = distinction(skills, word.documents);
    // Names weigh more, but don't make a query longer.
    const weighed = word.isName ? NAME_SHARE * information : information;
    length += information;
    all += weighed;
    found += weighed * word.evidence;
  }
  if (all === 0) return 0;
  const rare = inverseDocumentFrequency(skills, 1);
  const usual = Math.min(1, (USUAL_LENGTH * rare) / length);
  return (weight / rare) * ((found / all) * usual) ** 0.25;
}

const FEWEST_TELLING = 2;

function informativeWords(words: readonly FoundWord[]): readonly FoundWord[] {
  const telling = words.filter(({ isOrdinary }) => isOrdinary !== true);
  return telling.length >= FEWEST_TELLING ? telling : words;
}

/**
 * Returns the strength by measure; at least partial if `isWhole`, for queries of common words ("fork").
 *
 * @param skills 1 or more
 */
export function matchStrength(words: readonly FoundWord[], weight: number, skills: number): MatchStrength {
  const measure = matchMeasure(words, weight, skills);
  if (measure >= THRESHOLDS.strong) return 'strong';
  return measure >= THRESHOLDS.partial || isWhole(informativeWords(words)) ? 'partial' : 'weak';
}

/** Returns whether an entry has all words, and none by chance: another skill has it, or the metadata or symptoms of this one. */
function isWhole(words: readonly FoundWord[]): boolean {
  const isFound = ({ evidence, isShared, inMetadata }: FoundWord) =>
    evidence === 1 && (isShared === true || inMetadata === true);
  return words.length > 0 && words.every(isFound);
}

const RISING: readonly MatchStrength[] = ['weak', 'partial', 'strong'];

export function weaker(a: MatchStrength, b: MatchStrength): MatchStrength {
  return RISING.indexOf(a) < RISING.indexOf(b) ? a : b;
}

/**
 * How common words are in technical English and code, whatever a registry is about: stems by the share of documents that
 * have them. Counted in 600 documents of four kinds, a quarter each: documentation strings of Python's standard library,
 * read-me files of packages, manual pages of system calls and library functions, and comments of C++ headers.
 */
const STEMS: ReadonlyArray<readonly [share: number, stems: string]> = [
  [
    0.5,
    'all argument call const default defin error file function includ name new no not number object one ' +
      'onli requir return see set string type use valu version',
  ],
  [
    0.28,
    'add after allow api attribut avail base befor begin bit both byte case chang char charact check ' +
      'class code contain creat current data depend descript differ either els end endif exampl except ' +
      'exist fals featur first follow format get given header ifndef implement import indic inform input ' +
      'instal instanc instead int interfac librari like line linux list make method modul more must need ' +
      'node non none note null open oper option order otherwis page pass path point possibl process provid ' +
      'read refer remov result run sinc size sourc specif specifi standard start struct support synopsi ' +
      'system test time true up usag user void without write',
  ],
  [
    0.14,
    'abov accept access actual addit address alloc alreadi alway anoth applic arg array associ attempt ' +
      'becaus behavior below between binari block bool buffer build built cannot close command common ' +
      'compar compat compil complet configur connect consol constant construct constructor content control ' +
      'convert copi correspond count declar definit describ detail determin direct directori document ' +
      'element empti enabl encod entri environ equal equival etc even execut explicit extens extern fail ' +
      'field filenam flag foo form found full gcc generat glibc glibcxx gnu handl howev id ifdef ignor ' +
      'index info initi inlin integ intern invalid iter key last length level lib libc licens limit link ' +
      'load local log long macro main man mani map match max maximum mean memori messag mode modifi most ' +
      'multipl namespac next normal occur onc origin os out output packag pair paramet pars part perform ' +
      'place pointer posit posix pragma previous print privat program properti public rais rang relat ' +
      'replac repres request restrict safe second section separ sequenc server similar simpl singl space ' +
      'special static status std store stream structur success sys take templat term termin text thread ' +
      'through throw tri tupl two typedef typenam under unsign until updat url usual util valid var variabl ' +
      'via visibl want way whether while window within work written zero',
  ],
  [
    0.07,
    'absolut accord action addr against algorithm alia align allbox altern anyth app appear append appli ' +
      'appropri arbitrari ascii assert assign assum async author auto automat avoid await back bar bash ' +
      'basic bodi boolean brief browser bsd bug cach callback caller cast caus child client collect com ' +
      'comment comparison compon comput condit config consid consist constexpr context convent convers core ' +
      'correct coverag creation custom date debug decl decod delet deprec deriv descriptor destroy detect ' +
      'dev devic dictionari dir disabl display doc domain doubl download dure earlier effect ensur entir ' +
      'enum event everi exact exit expect explan export express ext extend extra failur fast filesystem ' +
      'final find fix float forc forward free further general generic github give global group handler hash ' +
      'help helper high hold host html http https ident identifi imag immedi init insert instanti integr ' +
      'intend interpret invok iso issu item itself join json keep keyword kind known languag larg later lbx ' +
      'lead least left len less locat lock longer look made maintain major manag manipul manual mark member ' +
      'mit move necessari negat network never noexcept nonzero now numer obtain off offset old omit optim ' +
      'org over overrid param parent parser particular pattern per platform pleas port post pre prefer ' +
      'prefix present prevent produc project protocol prototyp purpos push queri rather raw real reason ' +
      'receiv recommend recurs regist regular releas remain report represent reset resolv resourc respect ' +
      'respons retriev rfc right root routin rule safeti save script search secur select self send sever ' +
      'share shell short show sign signal simpli small socket someth sort spec src state stdout still stl ' +
      'stop storag str strict style subclass subsequ suitabl suppli symbol syntax tabl tag target therefor ' +
      'thing three thus timeout tool top total trait treat tree turn typescript typic uint undefin uniqu ' +
      'unix unknown unless unus upon utf valueerror various wait warn well wide width word wrap wrapper ' +
      'xopen',
  ],
  [
    0.035,
    'abc abi abl abort abstract across act activ advanc affect again algobas alias alt alter although ' +
      'amount architectur argv arithmet around asynchron atom attr auth authent backward bad badg becom ' +
      'belong benchmark best better big bin bind bound break broken buf builtin bundl calcul callabl cancel ' +
      'capabl care catch categori center certain charset children choos chunk clean clear clock clone color ' +
      'column combin come comma commit communic complex compress concept conform consum continu contribut ' +
      'conveni copyright coveral css databas deal dealloc decim def defgroup design desir destin develop ' +
      'dict digit disk dispatch distinguish distribut div divid dos dot down drop due duplic dynam easi ' +
      'effici email emit encount encrypt endian engin enough enter env eof err escap especi evalu everyth ' +
      'exceed exchang exclud exec exp expand expos extract factori fallback famili faster fetch few fill ' +
      'filter finish fit flush four frame framework freed friend fulli func futur git good greater guarante ' +
      'guid gzip happen hard head hello hex hierarchi higher hook hostnam href hub img impl impli improv ' +
      'increment indent independ individu infin ingroup inherit insid inspect interact interest introduc ' +
      'involv io kernel know larger latter leav legaci let letter listen liter logic lookup loop low lower ' +
      'mac machin mask math measur mechan min minim minimum minor misc miss mix modern msg much multi nan ' +
      'nativ nest net newlin nor noth notic notifi num obj obsolet offici often ok older opaqu opt other ' +
      'outsid overflow overridden owner parallel partial password pathnam pep period permiss permit pipe ' +
      'plain plus polici portabl portion potenti power preced precis predic preserv pretti primari printf ' +
      'probabl problem proc procedur programm promis proper protect proxi pthread ptr publish pull pure put ' +
      'queue quick quot race random reach readabl readi recent recogn record red redirect reduc reentrant ' +
      'ref referenc regardless registri reject remot renam render repeat repr req res reserv resolut revers ' +
      'round rpc runtim sampl say schema scheme scope sec segment selector semant sent serial serv servic ' +
      'session setup shown side signatur signific sizeof skip slash softwar sometim speed split ssl stack ' +
      'stat statement stderr stdio stdlib step strip strong sub subject subset substitut succeed suffix ' +
      'sure svid switch sync synchron taken task tell temporari third though thrown timer timespec titl tmp ' +
      'togeth token trace trail transfer transform translat transport truncat typeerror uid unchang undef ' +
      'unicod union unistd unit univers unlik unsaf unspecifi val variant verifi view virtual visual walk ' +
      'wchar web whatev whenev whitespac whole world www xml xxx yarn yet yield',
  ],
];

const SHARES: ReadonlyMap<string, number> = new Map(
  STEMS.flatMap(([share, stems]) => stems.split(' ').map((stem) => [stem, share] as const)),
);

/** Documents that the background stands for, beside the skills of a registry. */
export const BACKGROUND_DOCUMENTS = 50;

/** In how many documents of the background a term stands; 0 for words that fewer than one of forty has. */
export function backgroundDocuments(term: string): number {
  return BACKGROUND_DOCUMENTS * (SHARES.get(term) ?? 0);
}
