/** Names as people have them in each part of the country. */
import type { Random } from '../random.ts';

interface NamePool {
  /** The name that the family is known by. */
  family: readonly string[];
  /** The own name of a woman in the family's language. */
  women: readonly string[];
  faith: 'christian' | 'muslim';
}

const list = (names: string) => names.split(' ');

const pools = {
  kikuyu: {
    family: list(
      "Kamau Njoroge Mwangi Kariuki Maina Karanja Kimani Ndung'u Gitau Waweru Macharia Githinji Ngugi Kinyua Wachira",
    ),
    women: list('Wanjiku Wambui Wanjiru Njeri Nyambura Wairimu Muthoni Wangari Waithera Wangui Nyokabi'),
    faith: 'christian',
  },
  luo: {
    family: list(
      'Otieno Ochieng Odhiambo Omondi Onyango Okoth Owino Ouma Oduor Opiyo Okello Ogutu Were Okeyo',
    ),
    women: list('Achieng Akinyi Atieno Adhiambo Anyango Awuor Auma Apiyo Akoth Aoko'),
    faith: 'christian',
  },
  luhya: {
    family: list(
      'Wekesa Wafula Simiyu Barasa Shikuku Mukhwana Wanyama Makokha Khaemba Lusweti Masinde Muchesi Amukoya Okwaro',
    ),
    women: list('Nekesa Nafula Nasimiyu Naliaka Nanjala Namalwa Ayuma Khasandi Nabwire Mmbone'),
    faith: 'christian',
  },
  kalenjin: {
    family: list(
      'Kiprono Kipchumba Kiplagat Cheruiyot Kibet Korir Rotich Koech Langat Kosgei Bett Sang Kirui Mutai Kiptoo Chesang',
    ),
    women: list(
      'Chebet Chepkemoi Jepkosgei Cherono Jerop Chelangat Chepngetich Jepchirchir Cherotich Jeptoo',
    ),
    faith: 'christian',
  },
  kamba: {
    family: list(
      'Mutua Musyoka Kioko Muthama Mutiso Nzioka Kilonzo Makau Munyao Wambua Muli Kyalo Musembi Ndambuki',
    ),
    women: list('Mwikali Ndinda Mueni Kanini Wayua Syombua Katunge Nduku Mumbua Mwende'),
    faith: 'christian',
  },
  gusii: {
    family: list(
      'Nyakundi Omwenga Momanyi Ondieki Mogaka Nyabuto Ombati Onsongo Makori Mokaya Orina Nyamweya',
    ),
    women: list('Kemunto Moraa Bosibori Kwamboka Nyaboke Gesare Kerubo Nyanchama Bochaberi'),
    faith: 'christian',
  },
  meru: {
    family: list(
      'Mutuma Kimathi Mwenda Murithi Gitonga Kirimi Muthuri Mugambi Nkonge Njeru Nyaga Kithinji Muriuki Ireri',
    ),
    women: list('Kagendo Kawira Makena Kinya Gatwiri Nkatha Mukami Karimi Kendi Wanja'),
    faith: 'christian',
  },
  mijikenda: {
    family: list(
      'Karisa Kazungu Katana Charo Kahindi Ngala Mwachiro Kombo Baya Safari Chengo Nyale Mwaringa',
    ),
    women: list('Kadzo Sidi Mapenzi Dama Zawadi Kache Umazi Nyevu Mbeyu'),
    faith: 'christian',
  },
  taita: {
    family: list('Mwakio Mghanga Mwandawiro Mwakima Mwambi Mwachofi Mwaluma Mjomba Mwadime'),
    women: list('Mkawasi Mghoi Wakesho Mkamburi Mwaka Wawuda'),
    faith: 'christian',
  },
  maasai: {
    family: list(
      'Saitoti Sironka Koikai Parsaloi Leshan Naikuni Lekishon Lemayian Nkadaru Tumanka Lolkidienye',
    ),
    women: list('Nashipae Naisula Nasieku Silantoi Simaloi Naserian Seleina Resian'),
    faith: 'christian',
  },
  turkana: {
    family: list('Ekal Lokai Ewoi Lopeyok Ekiru Erot Lomuria Ebei Esinyen Lokwawi'),
    women: list('Akai Akiru Arot Asekon Aite Nakiru'),
    faith: 'christian',
  },
  borana: {
    family: list('Guyo Wario Galgallo Halake Jarso Boru Dida Godana Adano Molu Huqa'),
    women: list('Talaso Tume Darmi Elema Gumato Qabale'),
    faith: 'muslim',
  },
  somali: {
    family: list('Abdi Mohamed Hassan Ahmed Ibrahim Noor Adan Yussuf Farah Omar Hussein Issack Abdullahi'),
    women: list('Hodan Sahara Fardosa Hibo Deqa Ubah'),
    faith: 'muslim',
  },
  swahili: {
    family: list('Ali Omar Bakari Salim Abdalla Hamisi Juma Said Athman Mbarak Shee Famau'),
    women: list('Mwanaisha Mwanajuma Mwanahamisi Saida Rukia Mwanaidi'),
    faith: 'muslim',
  },
} as const satisfies Record<string, NamePool>;

export type Community = keyof typeof pools;

const given = {
  christian: {
    women: list(
      'Mary Grace Jane Esther Faith Mercy Agnes Ruth Lucy Alice Margaret Rose Joyce Beatrice Eunice Hellen Lydia Purity',
    ),
    men: list(
      'John Peter James Joseph David Daniel Samuel Paul Stephen Francis Simon Patrick Charles George Moses Isaac Geoffrey',
    ),
  },
  muslim: {
    women: list('Fatuma Amina Halima Zainab Mariam Khadija Habiba Asha Rehema Nuria'),
    men: list('Abdirahman Osman Ismail Rashid Suleiman Yusuf Idris Jamal Kassim Khalif'),
  },
};

export interface PersonName {
  full: string;
  /** For an e-mail address. */
  plain: string;
}

export function someName(random: Random, community: Community): PersonName {
  const pool = pools[community];
  const woman = random.chance(0.48);
  const first = random.pick(given[pool.faith][woman ? 'women' : 'men']);
  const family = random.pick(pool.family);
  const own = random.pick(woman ? pool.women : pool.family);
  const three = random.chance(0.4) && own !== family;
  const plain = `${first}.${family}`.toLowerCase().replace(/[^a-z.]/g, '');
  return { full: three ? `${first} ${own} ${family}` : `${first} ${family}`, plain };
}
